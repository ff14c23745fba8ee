/** ES modules of the workspace. The interpreter loads them in one go, so they are read beforehand. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { messageOf } from '#shared/message-of.ts';

/** A value, or what was thrown. */
export type Ended = { isError: boolean; handle: QuickJSHandle };

/** By its path in the workspace. Rejects if there is no such file. */
export type ReadModule = (path: string) => Promise<string>;

/**
 * All imports are linked before the first line runs: a module that is missing is read, and the evaluation begins again,
 * until all are there.
 */
export async function evaluateModule(
  context: QuickJSContext,
  code: string,
  read: ReadModule,
): Promise<Ended> {
  const sources = new Map<string, string | Error>();
  const missing = new Set<string>();
  context.runtime.setModuleLoader(
    (path) => {
      if (path.startsWith(refused)) return { error: new Error(explainRefusal(path.slice(refused.length))) };
      const source = sources.get(path);
      if (source === undefined) missing.add(path);
      if (typeof source === 'string') return source;
      return { error: source ?? new Error(`Import '${path}' with a fixed name at the top of the script.`) };
    },
    (base, requested) => resolveModule(base, requested),
  );
  for (;;) {
    missing.clear();
    const ended = unpack(context.evalCode(code, 'script.js', { type: 'module' }));
    if (missing.size === 0 || !ended.isError) return ended;
    for (const path of missing) sources.set(path, await readSource(path, read));
  }
}

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

/** Marks a name that cannot be loaded: QuickJS drops the errors of a normalizer, those of a loader reach the script. */
const refused = 'refused:';

/** The path in the workspace, or a refused name. */
function resolveModule(base: string, requested: string): string {
  if (!/^(\.{1,2}\/|\/workspace\/)/.test(requested)) return refused + requested;
  // Resolved as a browser does it; the base path ends in the name of the importing module.
  const path = decodeURIComponent(new URL(requested, `file:///workspace/${base}`).pathname);
  return path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : refused + requested;
}

export function unpack(result: ReturnType<QuickJSContext['evalCode']>): Ended {
  return result.error ? { isError: true, handle: result.error } : { isError: false, handle: result.value };
}
