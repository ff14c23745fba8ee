/** The listing of `git branch`, and the options of the command. */
import { short } from '../../diff/patch.ts';
import { aheadBehind, isAncestor } from '../../history.ts';
import { readCommit, subjectOf } from '../../objects/commits.ts';
import { listRefs, resolveRef, symbolicRef, type Head } from '../../refs/refs.ts';
import { detachedLabel, resolveCommit } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import type { Repository } from '../../repository.ts';
import { compileName } from '../../worktree/glob.ts';
import type { OptionSpecs, parseOptions } from '../options.ts';

export const branchOptions = {
  all: { short: 'a' },
  remotes: { short: 'r' },
  list: { short: 'l' },
  verbose: { short: 'v' },
  delete: { short: 'd' },
  'force-delete': { short: 'D' },
  move: { short: 'm' },
  'force-move': { short: 'M' },
  copy: { short: 'c' },
  force: { short: 'f' },
  'show-current': {},
  'set-upstream-to': { short: 'u', takes: 'value' },
  'unset-upstream': {},
  track: { short: 't', takes: 'optional' },
  'no-track': {},
  quiet: { short: 'q' },
  merged: { takes: 'optional' },
  'no-merged': { takes: 'optional' },
  contains: { takes: 'value' },
  format: { takes: 'value' },
  'no-color': {},
} as const satisfies OptionSpecs;

export type BranchOptions = ReturnType<typeof parseOptions<typeof branchOptions>>;

type Row = { mark: string; label: string; oid: string; ref: string };

export async function listBranches(
  repository: Repository,
  options: BranchOptions,
  head: Head,
): Promise<string> {
  const rows: Row[] = [];
  const isRemoteOnly = options.has('remotes');
  if (!head.ref && head.oid && !isRemoteOnly)
    rows.push({
      ...{ mark: '*', oid: head.oid, ref: 'HEAD' },
      label: `(${(await detachedLabel(repository, head)) ?? 'no branch'})`,
    });
  if (!isRemoteOnly)
    for (const [ref, oid] of await listRefs(repository, 'refs/heads/'))
      rows.push({ mark: ref === head.ref ? '*' : ' ', label: ref.slice('refs/heads/'.length), oid, ref });
  if (isRemoteOnly || options.has('all'))
    for (const [ref, oid] of await listRefs(repository, 'refs/remotes/')) {
      const name = ref.slice((options.has('all') ? 'refs/' : 'refs/remotes/').length);
      const target = await symbolicRef(repository, ref);
      const arrow = target ? ` -> ${target.slice('refs/remotes/'.length)}` : '';
      rows.push({ mark: ' ', label: name + arrow, oid, ref });
    }
  const kept = await filterRows(repository, rows, options);
  const format = options.value('format');
  if (format !== undefined)
    return kept.map(({ ref, oid, mark }) => `${fillFormat(format, ref, oid, mark)}\n`).join('');
  if (!options.has('verbose')) return kept.map(({ mark, label }) => `${mark} ${label}\n`).join('');
  return verboseRows(repository, kept, options);
}

async function filterRows(
  repository: Repository,
  rows: readonly Row[],
  options: BranchOptions,
): Promise<Row[]> {
  const globs = options.rest.map(compileName);
  const into = options.value('merged') ?? options.value('no-merged');
  const target = into === undefined ? undefined : await resolveCommit(repository, into || 'HEAD');
  const contained = options.value('contains');
  const commit = contained === undefined ? undefined : await resolveCommit(repository, contained);
  const kept: Row[] = [];
  for (const row of rows) {
    if (globs.length > 0 && !globs.some((glob) => glob(row.label))) continue;
    if (target && (await isAncestor(repository, row.oid, target)) !== options.has('merged')) continue;
    if (commit && !(await isAncestor(repository, commit, row.oid))) continue;
    kept.push(row);
  }
  return kept;
}

async function verboseRows(
  repository: Repository,
  rows: readonly Row[],
  options: BranchOptions,
): Promise<string> {
  const width = Math.max(0, ...rows.map(({ label }) => label.length));
  const isDouble = options.has('verbose') && options.values('verbose').length > 1;
  const lines: string[] = [];
  for (const { mark, label, oid, ref } of rows) {
    const subject = subjectOf(await readCommit(repository.objects, oid));
    const upstream = ref.startsWith('refs/heads/') ? await upstreamOf(repository, label) : undefined;
    const tracking = upstream ? await trackingNote(repository, oid, upstream, isDouble) : '';
    lines.push(`${mark} ${label.padEnd(width)} ${short(oid)} ${tracking}${subject}\n`);
  }
  return lines.join('');
}

async function trackingNote(
  repository: Repository,
  oid: string,
  upstream: { tracking: string; short: string },
  isNamed: boolean,
): Promise<string> {
  const theirs = await resolveRef(repository, upstream.tracking);
  const counts = theirs ? await aheadBehind(repository, oid, theirs) : { ahead: 0, behind: 0 };
  const parts = theirs
    ? [counts.ahead > 0 && `ahead ${counts.ahead}`, counts.behind > 0 && `behind ${counts.behind}`].filter(
        Boolean,
      )
    : ['gone'];
  const name = isNamed ? upstream.short : '';
  const note = [name, parts.join(', ')].filter(Boolean).join(': ');
  return note === '' ? '' : `[${note}] `;
}

function fillFormat(format: string, ref: string, oid: string, mark: string): string {
  const shortName = ref.replace(/^refs\/(heads|remotes|tags)\//, '');
  return format.replace(/%\(([^)]*)\)/g, (whole, field: string) => {
    if (field === 'refname') return ref;
    if (field === 'refname:short') return shortName;
    if (field === 'objectname') return oid;
    if (field === 'objectname:short') return short(oid);
    return field === 'HEAD' ? mark : whole;
  });
}
