/**
 * ES modules of the workspace. The interpreter loads modules synchronously, so their sources are read
 * beforehand.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { messageOf } from '#shared/message-of.ts';
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
  begin(read: ReadModule): Promise<void>;
  /** Makes later imports load and run their modules again. */
  forget(): void;
  /**
   * Reads modules imported by `import('./x.js')` in a source, which the interpreter requests while the script
   * runs.
   */
  prepare(name: string, code: string): Promise<void>;
  /** Evaluates a source as a module. */
  evaluate(name: string, code: string): Promise<Ended>;
};

/** Module names are paths: relative to the workspace, or absolute outside of it. */
export function openModules(context: QuickJSContext): Modules {
  const sources = new Map<string, string | Error>();
  let read: ReadModule = () => Promise.reject(new Error('There are no modules.'));
  /** The interpreter caches each module by its name, so modules get new names after a change. */
  let version = 1;
  const missing = new Set<string>();
  context.runtime.setModuleLoader(
    (name) => {
      const path = withoutVersion(name);
      if (path.startsWith(refused)) return { error: new Error(explainRefusal(path.slice(refused.length))) };
      const source = sources.get(path);
      if (source === undefined) missing.add(path);
      if (typeof source === 'string') return withoutNul(source);
      return { error: source ?? new Error(`Import '${path}' with a fixed name, such as import('./x.js').`) };
    },
    (base, requested) => {
      const path = resolveModule(withoutVersion(base), requested);
      return version > 1 ? `${path}?${version}` : path;
    },
  );

  async function load(path: string): Promise<void> {
    if (sources.has(path) || path.startsWith(refused)) return;
    const source = await readSource(path, read);
    sources.set(path, source);
    if (typeof source === 'string') await prepare(path, source);
  }

  async function prepare(name: string, code: string): Promise<void> {
    for (const [, , requested = ''] of code.matchAll(literalImport))
      await load(resolveModule(name, requested));
  }

  function forget(): void {
    sources.clear();
    version++;
  }

  return {
    async begin(readModule) {
      read = readModule;
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
        const ended = unpack(context.evalCode(code, name, { type: 'module' }));
        if (missing.size === 0 || !ended.isError) return ended;
        for (const path of missing) await load(path);
      }
    },
  };
}

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
    const text = await read(path);
    return path.endsWith('.json') ? `export default ${text}` : text;
  } catch (error) {
    return new Error(`Cannot import '${path}': ${messageOf(error)}`);
  }
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
