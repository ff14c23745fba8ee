/** Formats a diff of several files in the requested forms. */
import { modes } from '../index-file.ts';
import { encode, type Bytes } from '../bytes.ts';
import type { Repository } from '../repository.ts';
import type { Delta, Side } from '../worktree/compare.ts';
import { readWorkFiles } from '../worktree/scan.ts';
import { formatPatch, type FileDiff } from './patch.ts';
import { formatModes, formatNames, formatNumstat, formatStat, shortStat } from './summary.ts';

export type DiffForm =
  'patch' | 'stat' | 'numstat' | 'shortstat' | 'name-only' | 'name-status' | 'summary' | 'none';

/** `isWorktree`: the new content is read from the working tree. */
export async function diffText(
  repository: Repository,
  deltas: readonly Delta[],
  {
    forms,
    isWorktree = false,
    context,
  }: { forms: readonly DiffForm[]; isWorktree?: boolean; context?: number },
): Promise<string> {
  const needsContent = forms.some((form) => ['patch', 'stat', 'numstat', 'shortstat'].includes(form));
  const diffs = needsContent ? await readDiffs(repository, deltas, isWorktree) : [];
  const parts = forms.map((form) => {
    if (form === 'stat') return formatStat(diffs);
    if (form === 'numstat') return formatNumstat(diffs);
    if (form === 'shortstat') return shortStat(diffs);
    if (form === 'name-only' || form === 'name-status') return formatNames(deltas, form === 'name-status');
    if (form === 'summary') return formatModes(deltas);
    return form === 'patch' ? diffs.map((diff) => formatPatch(diff, context)).join('') : '';
  });
  // git separates a summary from the patch by a blank line.
  return forms.includes('patch') && parts.length > 1 && diffs.length > 0 ? parts.join('\n') : parts.join('');
}

export async function readDiffs(
  repository: Repository,
  deltas: readonly Delta[],
  isWorktree: boolean,
): Promise<FileDiff[]> {
  const worktree = new Map<string, Bytes>();
  const needed = isWorktree ? deltas.filter(({ after }) => after).map(({ path }) => path) : [];
  for await (const { path, bytes } of readWorkFiles(repository, needed)) if (bytes) worktree.set(path, bytes);
  const diffs: FileDiff[] = [];
  for (const delta of deltas) {
    repository.context.signal.throwIfAborted();
    const old = await readSide(repository, delta.before);
    diffs.push({
      ...delta,
      old,
      fresh: worktree.get(delta.path) ?? (await readSide(repository, delta.after)),
    });
  }
  return diffs;
}

async function readSide(repository: Repository, side: Side | undefined): Promise<Bytes> {
  if (!side) return new Uint8Array();
  // git shows a submodule as the id of its commit.
  if (side.mode === modes.submodule) return encode(`Subproject commit ${side.oid}\n`);
  return (await repository.objects.read(side.oid)).bytes;
}
