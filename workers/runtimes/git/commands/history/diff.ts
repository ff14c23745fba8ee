/** `git diff`: compares working tree, index and commits. */
import { usage } from '../../git-context.ts';
import type { Repository } from '../../repository.ts';
import { flattenTree } from '../../objects/trees.ts';
import { diffText, type DiffForm } from '../../diff/diff-text.ts';
import { readHead } from '../../refs/refs.ts';
import {
  compareAll,
  compareFiles,
  filesOf,
  indexFiles,
  sortDeltas,
  type Delta,
} from '../../worktree/compare.ts';
import { objectId } from '../../objects/git-object.ts';
import { matchesAny, type Pathspec } from '../../worktree/pathspec.ts';
import { readWorkFiles } from '../../worktree/scan.ts';
import { parseOptions, type OptionSpecs, type Options } from '../options.ts';
import { resolvePair, splitArguments } from '../revision-arguments.ts';
import { inRepository } from '../subcommand.ts';

/** Output options, shared with log and show. */
export const formOptions = {
  patch: { short: 'p' },
  'no-patch': { short: 's' },
  stat: { takes: 'optional' },
  numstat: {},
  shortstat: {},
  summary: {},
  'name-only': {},
  'name-status': {},
  unified: { short: 'U', takes: 'value' },
  'no-renames': {},
  'no-color': {},
  color: { takes: 'optional' },
  'no-ext-diff': {},
} as const satisfies OptionSpecs;

export function formsOf(options: Options<typeof formOptions>, usual: DiffForm): DiffForm[] {
  const order = ['stat', 'numstat', 'shortstat', 'summary', 'name-only', 'name-status', 'patch'] as const;
  const forms = order.filter((form) => options.has(form));
  if (options.has('no-patch')) return forms.filter((form) => form !== 'patch');
  return forms.length > 0 ? forms : [usual];
}

export function contextOf(options: Options<typeof formOptions>): { context?: number } {
  const text = options.value('unified');
  if (text === undefined) return {};
  if (!/^\d{1,6}$/.test(text)) throw usage(`option 'unified' expects a number, not '${text}'`);
  return { context: Number(text) };
}

export const diff = inRepository(async (repository, args) => {
  const options = parseOptions(args, { ...formOptions, staged: {}, cached: {}, 'exit-code': {}, quiet: {} });
  const { revisions, specs } = await splitArguments(repository, options.rest, options.paths);
  const isStaged = options.has('staged') || options.has('cached');
  const { deltas, isWorktree, unmerged } = await findDeltas(repository, revisions, specs, isStaged);
  const text = await diffText(repository, deltas, {
    forms: formsOf(options, 'patch'),
    isWorktree,
    ...contextOf(options),
  });
  const exitCode = (options.has('exit-code') || options.has('quiet')) && deltas.length > 0 ? 1 : 0;
  const conflicts = unmerged.map((path) => `* Unmerged path ${path}\n`).join('');
  return { stdout: options.has('quiet') ? '' : conflicts + text, exitCode };
});

type Found = { deltas: Delta[]; isWorktree: boolean; unmerged: string[] };

async function findDeltas(
  repository: Repository,
  revisions: readonly string[],
  specs: readonly Pathspec[],
  isStaged: boolean,
): Promise<Found> {
  const limit = (deltas: Delta[]) => deltas.filter(({ path }) => matchesAny(specs, path));
  if (revisions.length === 0 && !isStaged) return againstIndex(repository, specs);
  const { from, to } =
    revisions.length === 0 ? { from: undefined, to: undefined } : await resolvePair(repository, revisions);
  const before = from
    ? await flattenTree(repository.objects, from)
    : await filesOf(repository, (await readHead(repository)).oid);
  if (to) {
    const after = await flattenTree(repository.objects, to);
    return { deltas: limit(compareFiles(before, after)), isWorktree: false, unmerged: [] };
  }
  const { entries } = await repository.index();
  const index = indexFiles(entries);
  if (isStaged) return { deltas: limit(compareFiles(before, index)), isWorktree: false, unmerged: [] };
  // Commit against working tree: the index, updated with the unstaged changes.
  const { unstaged } = await compareAll(repository, specs);
  for (const { path, after } of unstaged)
    if (after) index.set(path, after);
    else index.delete(path);
  return { deltas: limit(compareFiles(before, index)), isWorktree: true, unmerged: [] };
}

/** Compares the working tree with the index; a file in conflict is compared with our side. */
async function againstIndex(repository: Repository, specs: readonly Pathspec[]): Promise<Found> {
  const { unstaged, conflicts } = await compareAll(repository, specs);
  const { entries } = await repository.index();
  const ours = entries.filter(({ path, stage }) => stage === 2 && conflicts.has(path));
  const deltas = [...unstaged];
  const contents = readWorkFiles(
    repository,
    ours.map(({ path }) => path),
  );
  for await (const { path, bytes } of contents) {
    const entry = ours.find((each) => each.path === path);
    if (!entry || !bytes) continue;
    const before = { mode: entry.mode, oid: entry.oid };
    const oid = objectId('blob', bytes);
    if (oid !== entry.oid) deltas.push({ path, before, after: { mode: entry.mode, oid } });
  }
  const unmerged = [...conflicts.keys()];
  return { deltas: sortDeltas(deltas), isWorktree: true, unmerged };
}
