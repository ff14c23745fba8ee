/**
 * Applies `env` and `working_dir` for one command, and restores the old values afterwards unless the command
 * itself changed them.
 */
import type { InterpreterState } from './interpreter.ts';

/** Sets and exports the variables. The returned function restores the old values. */
export function setVariablesForCommand(
  state: InterpreterState,
  env: Readonly<Record<string, string>>,
): () => void {
  const exported = (state.exportedVars ??= new Set());
  const before = Object.entries(env).map(([name, value]) => {
    const old = { name, value, was: state.env.get(name), wasExported: exported.has(name) };
    state.env.set(name, value);
    exported.add(name);
    return old;
  });
  return () => {
    for (const { name, value, was, wasExported } of before) {
      if (state.env.get(name) !== value) continue;
      if (was === undefined) state.env.delete(name);
      else state.env.set(name, was);
      if (!wasExported) state.exportedVars?.delete(name);
    }
  };
}

/** Changes the working directory. The returned function restores the old one. */
export function setFolderForCommand(state: InterpreterState, path: string): () => void {
  const { cwd, previousDir } = state;
  const variables = ['PWD', 'OLDPWD'].map((name) => [name, state.env.get(name)] as const);
  changeDirectory(state, path);
  return () => {
    if (state.cwd !== path) return;
    Object.assign(state, { cwd, previousDir });
    for (const [name, value] of variables)
      if (value === undefined) state.env.delete(name);
      else state.env.set(name, value);
  };
}

export function changeDirectory(state: InterpreterState, path: string): void {
  if (state.cwd === path) return;
  state.previousDir = state.cwd;
  state.env.set('OLDPWD', state.cwd);
  state.env.set('PWD', path);
  state.cwd = path;
}
