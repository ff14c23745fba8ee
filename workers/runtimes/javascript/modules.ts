/**
 * ES modules of the workspace. The interpreter loads modules synchronously, so their sources are read
 * beforehand.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { messageOf } from '#shared/message-of.ts';
import { withMeta } from './node/import-meta.ts';
import { plainMessage } from './node/fs-error.ts';
import { passOn } from './node/pass-on.ts';
import { usesNode, type NodeAccess, type NodeHost } from './node/node-access.ts';
import { withoutNul } from './texts.ts';

/** The result of an evaluation: a value, or the error that was thrown. */
export type Ended = { isError: boolean; handle: QuickJSHandle };

/**
 * Reads a module by its workspace path, or by its absolute path outside. Rejects if there is no such file.
 */
export type ReadModule = (path: string) => Promise<string>;

export type Modules = {
  /**
   * Call before each script: `read` loads its imports; modules that have changed since an earlier script are
   * loaded again.
   */
  begin(read: ReadModule, node?: NodeAccess): Promise<void>;
  /** Makes later imports load and run their modules again. */
  forget(): void;
  /**
   * Reads modules imported by `import('./x.js')` in a source, which the interpreter requests while the script
   * runs.
   */
  prepare(name: string, code: string): Promise<void>;
  /** Evaluates a source as a module. */
  evaluate(name: string, code: string): Promise<Ended>;
  /** Evaluates a module at once, for `require`; Node must be open. */
  importNow(name: string): Ended;
  /** Sets what starts the loader of Node in the realm, and what is called when modules are to be loaded again. */
  connect(hooks: NodeHooks): void;
};

type NodeHooks = {
  start(host: NodeHost): void;
  /** The names that a module of Node exports. */
  namesOf(builtin: string): string[];
  forget(): void;
};

/** Module names are paths: relative to the workspace, or absolute outside of it. */
export function openModules(context: QuickJSContext): Modules {
  const sources = new Map<string, string | Error>();
  let read: ReadModule = () => Promise.reject(new Error('There are no modules.'));
  let node: NodeAccess | undefined;
  let hooks: NodeHooks | undefined;
  /** The interpreter caches each module by its name, so modules get new names after a change. */
  let version = 1;
  let scripts = 0;
  const missing = new Set<string>();
  const refusals = new Map<string, string>();
  context.runtime.setModuleLoader((name) => sourceOf(withoutVersion(name)), nameOf);

  function nameOf(base: string, requested: string): string {
    const path = resolveName(withoutVersion(base), requested);
    // Each script has tests of its own.
    if (path === 'node:test') return `${path}?${scripts}`;
    return version > 1 && !path.startsWith('node:') ? `${path}?${version}` : path;
  }

  function resolveName(base: string, requested: string): string {
    const host = node?.now();
    if (!host) return resolveModule(base, requested);
    try {
      const { type, place } = host.resolve(absolute(base), requested);
      return type === 'builtin' ? `node:${place}` : relative(place);
    } catch (error) {
      refusals.set(requested, plainMessage(error));
      return refused + requested;
    }
  }

  function sourceOf(path: string): string | { error: Error } {
    const host = node?.now();
    if (path.startsWith(refused)) {
      const requested = path.slice(refused.length);
      if (!host) missing.add(path);
      return { error: new Error(refusals.get(requested) ?? explainRefusal(requested)) };
    }
    if (path.startsWith('node:')) return passOnBuiltin(path.slice('node:'.length));
    if (host) return sourceFromNode(host, path);
    const source = sources.get(path);
    if (source === undefined) missing.add(path);
    if (typeof source === 'string') return asModule(path, source);
    return { error: source ?? new Error(`Import '${path}' with a fixed name, such as import('./x.js').`) };
  }

  function passOnBuiltin(name: string): string {
    return passOn(`builtin(${JSON.stringify(name)})`, hooks?.namesOf(name) ?? []);
  }

  function sourceFromNode(host: NodeHost, path: string): string | { error: Error } {
    try {
      const source = host.read(absolute(path));
      sources.set(path, source);
      return withoutNul(host.importOf(absolute(path), source));
    } catch (error) {
      return { error: new Error(`Cannot import '${path}': ${plainMessage(error)}`) };
    }
  }

  async function openNode(): Promise<void> {
    if (!node || node.now()) return;
    hooks?.start(await node.open());
  }

  async function load(path: string): Promise<void> {
    if (path.startsWith(refused)) return openNode();
    if (sources.has(path) || node?.now()) return;
    const source = await readSource(path, read);
    sources.set(path, source);
    if (typeof source === 'string') await prepare(path, source);
  }

  async function prepare(name: string, code: string): Promise<void> {
    if (usesNode(code)) await openNode();
    if (node?.now()) return;
    for (const [, , requested = ''] of code.matchAll(literalImport))
      await load(resolveModule(name, requested));
  }

  function forget(): void {
    sources.clear();
    version++;
    hooks?.forget();
  }

  return {
    async begin(readModule, access) {
      read = readModule;
      node = access;
      scripts++;
      refusals.clear();
      if (!(await hasChanged(sources, read))) return;
      // All modules are reloaded, because they may import each other.
      forget();
    },
    forget,
    prepare,
    // All imports are linked before the first line runs: missing modules are read, and the evaluation is
    // repeated until all are available.
    async evaluate(name, code) {
      for (;;) {
        missing.clear();
        const ended = unpack(
          context.evalCode(withMeta(code, absolute(name), true), name, { type: 'module' }),
        );
        if (missing.size === 0 || !ended.isError) return ended;
        if ([...missing].every((path) => path.startsWith(refused)) && !node) return ended;
        for (const path of missing) await load(path);
      }
    },
    importNow(name) {
      return unpack(
        context.evalCode(
          `export * as all from ${JSON.stringify(name.startsWith('/') ? name : `./${name}`)}`,
          'require',
          { type: 'module' },
        ),
      );
    },
    connect: (given) => void (hooks = given),
  };
}

const absolute = (name: string) => (name.startsWith('/') ? name : `/workspace/${name}`);
const relative = (path: string) => (path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : path);

type Sources = ReadonlyMap<string, string | Error>;

async function hasChanged(sources: Sources, read: ReadModule): Promise<boolean> {
  for (const [path, source] of sources)
    if (String(await readSource(path, read)) !== String(source)) return true;
  return false;
}

const withoutVersion = (name: string) => name.replace(/\?\d+$/, '');

/** Also matches imports in comments and strings; reading those modules is harmless. */
const literalImport = /\bimport\s*\(\s*(["'`])((?:\.{1,2}|\/workspace|\/tmp)\/[^"'`\\$\n]+)\1\s*[,)]/g;

async function readSource(path: string, read: ReadModule): Promise<string | Error> {
  try {
    return await read(path);
  } catch (error) {
    return new Error(`Cannot import '${path}': ${messageOf(error)}`);
  }
}

function asModule(path: string, source: string): string {
  return withoutNul(path.endsWith('.json') ? `export default ${source}` : withMeta(source, absolute(path)));
}

function explainRefusal(requested: string): string {
  return `Cannot import '${requested}': there are no packages here. Import files of the workspace, such as './lib/parse.js'.`;
}

/**
 * Prefix of a name that cannot be loaded: QuickJS drops errors of a normalizer, but passes errors of a loader
 * to the script.
 */
const refused = 'refused:';

/** Resolves an import to a module name, or to one with the prefix `refused`. */
function resolveModule(base: string, requested: string): string {
  if (!/^(\.{1,2}|\/workspace|\/tmp)\//.test(requested)) return refused + requested;
  // Resolved as in a browser; the base path ends with the name of the importing module.
  const from = base.startsWith('/') ? base : `/workspace/${base}`;
  const path = pathOf(requested, from.split('/').map(encodeURIComponent).join('/'));
  if (path?.startsWith('/workspace/')) return path.slice('/workspace/'.length);
  return path?.startsWith('/tmp/') ? path : refused + requested;
}

/** Undefined if its escapes are invalid, as in `./100%.js`. */
function pathOf(requested: string, base: string): string | undefined {
  try {
    return decodeURIComponent(new URL(requested, `file://${base}`).pathname);
  } catch {
    return undefined;
  }
}

export function unpack(result: ReturnType<QuickJSContext['evalCode']>): Ended {
  return result.error ? { isError: true, handle: result.error } : { isError: false, handle: result.value };
}
