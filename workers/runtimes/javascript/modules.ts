/**
 * ES modules of the workspace. The interpreter loads modules synchronously, so their sources are read
 * beforehand.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { messageOf } from '#shared/message-of.ts';
import { plainMessage } from './node/fs-error.ts';
import { withMeta } from './node/import-meta.ts';
import { usesNode, type NodeAccess } from './node/node-access.ts';
import { absolute } from './node/module-names.ts';
import { createNodeModules, type NodeHooks, type NodeModules } from './node/node-modules.ts';
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

/** Module names are paths: relative to the workspace, or absolute outside of it. */
export function openModules(context: QuickJSContext): Modules {
  const sources = new Map<string, string | Error>();
  const node = createNodeModules((path, source) => sources.set(path, source));
  const names = createNames(node);
  const loader = createLoader(sources, node, names);
  /** The interpreter caches each module by its name, so modules get new names after a change. */
  let version = 1;
  let scripts = 0;
  context.runtime.setModuleLoader(
    (name) => loader.sourceOf(withoutVersion(name)),
    (base, requested) => {
      const path = names.resolve(withoutVersion(base), requested);
      // Each script has tests of its own.
      if (path === 'node:test') return `${path}?${scripts}`;
      return version > 1 && !path.startsWith('node:') ? `${path}?${version}` : path;
    },
  );

  function forget(): void {
    sources.clear();
    version++;
    node.forget();
  }

  const evaluate = (name: string, code: string) => unpack(context.evalCode(code, name, { type: 'module' }));

  return {
    async begin(readModule, access) {
      node.begin(access);
      scripts++;
      names.begin();
      // All modules are reloaded, because they may import each other.
      if (await loader.begin(readModule)) forget();
    },
    ...{ forget, prepare: loader.prepare, connect: node.connect },
    // All imports are linked before the first line runs: missing modules are read, and the evaluation is
    // repeated until all are available.
    async evaluate(name, code) {
      for (;;) {
        loader.missing.clear();
        const ended = evaluate(name, withMeta(code, absolute(name), true));
        if (loader.missing.size === 0 || !ended.isError) return ended;
        const areRefused = [...loader.missing].every((path) => path.startsWith(refused));
        if (areRefused && !node.isAvailable()) return ended;
        for (const path of loader.missing) await loader.load(path);
      }
    },
    importNow(name) {
      const path = name.startsWith('/') ? name : `./${name}`;
      return evaluate('require', `export * as all from ${JSON.stringify(path)}`);
    },
  };
}

type Names = ReturnType<typeof createNames>;

/** Reads modules before they are needed; with Node, when they are. */
function createLoader(sources: Map<string, string | Error>, node: NodeModules, names: Names) {
  let read: ReadModule = () => Promise.reject(new Error('There are no modules.'));
  const missing = new Set<string>();

  function sourceOf(path: string): string | { error: Error } {
    if (path.startsWith(refused)) {
      if (!node.isOpen()) missing.add(path);
      return { error: new Error(names.explain(path.slice(refused.length))) };
    }
    if (path.startsWith('node:')) return node.readBuiltin(path.slice('node:'.length));
    if (node.isOpen()) return sourceFromNode(path);
    const source = sources.get(path);
    if (source === undefined) missing.add(path);
    if (typeof source === 'string') return asModule(path, source);
    return { error: source ?? new Error(`Import '${path}' with a fixed name, such as import('./x.js').`) };
  }

  function sourceFromNode(path: string): string | { error: Error } {
    try {
      return node.read(path);
    } catch (error) {
      return { error: new Error(`Cannot import '${path}': ${plainMessage(error)}`) };
    }
  }

  async function load(path: string): Promise<void> {
    if (path.startsWith(refused)) return node.open();
    if (sources.has(path) || node.isOpen()) return;
    const source = await readSource(path, read);
    sources.set(path, source);
    if (typeof source === 'string') await prepare(path, source);
  }

  async function prepare(name: string, code: string): Promise<void> {
    if (usesNode(code) || node.isNeeded()) await node.open();
    if (node.isOpen()) return;
    for (const [, , requested = ''] of code.matchAll(literalImport))
      await load(resolveModule(name, requested));
  }

  return {
    ...{ missing, sourceOf, load, prepare },
    /** True if a module that was loaded has changed. */
    begin(next: ReadModule): Promise<boolean> {
      read = next;
      return hasChanged(sources, read);
    },
  };
}

/** Resolves imports, and remembers why one was refused. */
function createNames(node: NodeModules) {
  const refusals = new Map<string, string>();
  return {
    begin: () => refusals.clear(),
    resolve(base: string, requested: string): string {
      if (!node.isOpen()) return resolveModule(base, requested);
      try {
        return node.resolve(base, requested);
      } catch (error) {
        refusals.set(requested, plainMessage(error));
        return refused + requested;
      }
    },
    explain: (requested: string) => refusals.get(requested) ?? explainRefusal(requested),
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
