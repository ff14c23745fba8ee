/** Names of modules in the interpreter: paths relative to the workspace, or absolute outside of it. */

export const absolute = (name: string) => (name.startsWith('/') ? name : `/workspace/${name}`);

export const moduleName = (path: string) =>
  path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : path;
