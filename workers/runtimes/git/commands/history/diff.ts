/** `git diff`: compares working tree, index and commits. */
import { usage } from '../../git-context.ts';
import { unmergedPaths, type Repository } from '../../repository.ts';
import { flattenTree } from '../../objects/trees.ts';
import { diffText, type DiffForm } from '../../diff/diff-text.ts';
import { statusLetter } from '../../diff/summary.ts';
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
import { matchesAny, quotePath, type Pathspec } from '../../worktree/pathspec.ts';
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
  const options = parseOptions(args, {
    ...formOptions,
    ...{ staged: {}, cached: {}, 'exit-code': {}, quiet: {}, 'diff-filter': { takes: 'value' } },
  });
  const { revisions, specs } = await splitArguments(repository, options.rest, options.paths);
  const isStaged = options.has('staged') || options.has('cached');
  const found = await findDeltas(repository, revisions, specs, isStaged);
  const isWanted = filterOf(options.value('diff-filter') ?? '');
  const deltas = found.deltas.filter((delta) => isWanted(statusLetter(delta)));
  const unmerged = isWanted('U') ? found.unmerged : [];
  const forms = formsOf(options, 'patch');
  const { isWorktree } = found;
  const text = await diffText(repository, deltas, { forms, isWorktree, ...contextOf(options) });
  const isDifferent = deltas.length + unmerged.length > 0;
  const exitCode = (options.has('exit-code') || options.has('quiet')) && isDifferent ? 1 : 0;
  return { stdout: options.has('quiet') ? '' : withUnmerged(text, { deltas, unmerged, forms }), exitCode };
});

/** The letters of `--diff-filter`: capitals select, small ones exclude. */
function filterOf(letters: string): (status: string) => boolean {
  const wanted = letters.replaceAll(/[^A-Z]/g, '');
  const excluded = letters.replaceAll(/[^a-z]/g, '').toUpperCase();
  return (status) => !excluded.includes(status) && (wanted === '' || wanted.includes(status));
}

/** Adds the files in conflict: among lists of names in their order, before other forms. */
function withUnmerged(
  text: string,
  {
    deltas,
    unmerged,
    forms,
  }: { deltas: readonly Delta[]; unmerged: readonly string[]; forms: readonly DiffForm[] },
): string {
  const [form] = forms;
  const mark =
    form === 'name-only' ? '' : form === 'name-status' ? 'U\t' : form === 'numstat' ? '0\t0\t' : undefined;
  if (forms.length > 1 || mark === undefined) {
    const isStat = forms.includes('stat') && !forms.includes('patch');
    const shown = forms.some((each) => each === 'stat' || each === 'patch') ? unmerged : [];
    return (
      shown.map((path) => (isStat ? ` ${path} | Unmerged\n` : `* Unmerged path ${path}\n`)).join('') + text
    );
  }
  const lines = text.split('\n').slice(0, deltas.length);
  const listed = [
    ...unmerged.map((path) => ({ path, line: mark + quotePath(path) })),
    ...deltas.map(({ path }, at) => ({ path, line: lines[at] ?? '' })),
  ];
  return listed
    .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map(({ line }) => `${line}\n`)
    .join('');
}

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
  if (isStaged) {
    const unmerged = unmergedPaths(entries).filter((path) => matchesAny(specs, path));
    const deltas = limit(compareFiles(before, index)).filter(({ path }) => !unmerged.includes(path));
    return { deltas, isWorktree: false, unmerged };
  }
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
