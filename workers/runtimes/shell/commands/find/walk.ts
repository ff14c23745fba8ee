/** Visits the files under the operands of find, in the order of their names. */
import { hasCode } from '../../fs/errno.ts';
import { isInWorkspace } from '../../fs/paths.ts';
import { CommandError, describeFileError, pathOf } from '../command.ts';
import { type FoundFile, lookAt } from './found-file.ts';
import type { Evaluate, FindRun } from './run.ts';

export async function walk(starts: readonly string[], evaluate: Evaluate, run: FindRun): Promise<void> {
  for (const start of starts) {
    if (run.isDone) return;
    await visit({ path: start, depth: 0, start }, evaluate, run, []);
  }
}

type Place = Pick<FoundFile, 'path' | 'depth' | 'start'>;

/** `above`: the real paths of the folders around, to find loops of links. */
async function visit(
  place: Place,
  evaluate: Evaluate,
  run: FindRun,
  above: readonly string[],
): Promise<void> {
  const { context, isDepthFirst, minDepth } = run;
  if (context.signal?.aborted) throw new CommandError('stopped', 124);
  const file = await tryOr(run, place.path, () => lookAt(context, place, run.links));
  if (!file) return;
  const isTested = file.depth >= minDepth;
  run.isPruned = false;
  if (isTested && !isDepthFirst) await evaluate(file);
  // With -depth, the folders around a file are visited after it, and -prune does nothing.
  if (isOpen(run) && file.stat.isDirectory && file.depth < run.maxDepth)
    await visitInside(file, evaluate, run, above);
  if (isTested && isDepthFirst && isOpen({ ...run, isPruned: false })) await evaluate(file);
}

/** Whether neither -prune nor -quit was run for this file. */
function isOpen({ isPruned, isDone }: FindRun): boolean {
  return !isPruned && !isDone;
}

async function visitInside(
  { path, depth, start }: FoundFile,
  evaluate: Evaluate,
  run: FindRun,
  above: readonly string[],
): Promise<void> {
  const { context } = run;
  const at = pathOf(context, path);
  if (run.staysOnDevice && isInWorkspace(at) !== isInWorkspace(pathOf(context, start))) return;
  const real = run.links === 'always' ? await context.fs.realpath(at) : at;
  if (above.includes(real)) {
    run.report(`File system loop detected; ‘${path}’ is part of the same file system loop as ‘${start}’.`);
    return;
  }
  const names = await tryOr(run, path, () => context.fs.readdir(at));
  for (const name of names?.sort() ?? []) {
    if (run.isDone) return;
    const inside = path.endsWith('/') ? path + name : `${path}/${name}`;
    await visit({ path: inside, depth: depth + 1, start }, evaluate, run, [...above, real]);
  }
}

/** Reports a file that cannot be read; the others are visited. */
async function tryOr<T>(run: FindRun, path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    run.report(`‘${path}’: ${describeFileError(error)}`);
    return undefined;
  }
}
