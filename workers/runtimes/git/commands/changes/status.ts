/** `git status` in long, short and porcelain format. */
import { branchOf, resolveRef, type Head } from '../../refs/refs.ts';
import { detachedLabel } from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import { short } from '../../diff/patch.ts';
import { statusLetter } from '../../diff/summary.ts';
import { aheadBehind } from '../../history.ts';
import type { Repository } from '../../repository.ts';
import { collapseFolders, compareAll, type Comparison, type Delta } from '../../worktree/compare.ts';
import { parsePathspecs, quotePath, relative } from '../../worktree/pathspec.ts';
import { parseOptions } from '../options.ts';
import { inRepository } from '../subcommand.ts';

export const status = inRepository(async (repository, args) => {
  const options = parseOptions(args, {
    short: { short: 's' },
    porcelain: { takes: 'optional' },
    branch: { short: 'b' },
    long: {},
    nul: { short: 'z' },
    'untracked-files': { short: 'u', takes: 'optional' },
    ignored: { takes: 'optional' },
    'no-renames': {},
    'ahead-behind': {},
    'no-ahead-behind': {},
  });
  const specs = parsePathspecs(repository, [...options.rest, ...(options.paths ?? [])]);
  const comparison = await compareAll(repository, specs);
  const mode = options.value('untracked-files');
  const shown = await shownPaths(repository, comparison, {
    untracked: mode === 'no' ? 'none' : mode === 'all' || mode === '' ? 'all' : 'folders',
    isIgnoredShown: options.has('ignored'),
  });
  if (options.has('porcelain', 'short', 'nul')) {
    // Porcelain paths are relative to the repository root, short ones to the current folder.
    const path = options.has('porcelain', 'nul')
      ? (each: string) => each
      : (each: string) => relative(repository, each);
    const end = options.has('nul') ? '\0' : '\n';
    const header = options.has('branch') ? `${await branchLine(repository, comparison.head)}${end}` : '';
    return header + formatShort(comparison, shown, path, end);
  }
  return formatLong(repository, comparison, shown);
});

/** The long status, which `git commit` prints if there is nothing to commit. */
export async function longStatus(repository: Repository, { isAmending = false } = {}): Promise<string> {
  const comparison = await compareAll(repository);
  const shown = await shownPaths(repository, comparison, { untracked: 'folders', isIgnoredShown: false });
  // The index equals the parent of the commit that is amended.
  const seen = isAmending ? { ...comparison, staged: [] } : comparison;
  return formatLong(repository, seen, { ...shown, isAmending });
}

type Shown = { untracked: string[]; ignored: string[]; isUntrackedHidden: boolean; isAmending?: boolean };

async function shownPaths(
  repository: Repository,
  { untracked, ignored }: Comparison,
  options: { untracked: 'all' | 'folders' | 'none'; isIgnoredShown: boolean },
): Promise<Shown> {
  const { entries } = await repository.index();
  const tracked = entries.map(({ path }) => path);
  const others = options.untracked === 'folders' ? collapseFolders(untracked, tracked) : untracked;
  return {
    untracked: options.untracked === 'none' ? [] : others,
    ignored: options.isIgnoredShown ? ignored : [],
    isUntrackedHidden: options.untracked === 'none',
  };
}

export function formatShort(
  { staged, unstaged, conflicts }: Pick<Comparison, 'staged' | 'unstaged' | 'conflicts'>,
  shown: Pick<Shown, 'untracked' | 'ignored'>,
  path: (path: string) => string = (each) => each,
  end = '\n',
): string {
  const name = (each: string) => (end === '\0' ? path(each) : quotePath(path(each), true));
  const codes = new Map<string, [string, string]>();
  const codeOf = (name: string) => {
    const code = codes.get(name) ?? [' ', ' '];
    codes.set(name, code);
    return code;
  };
  for (const delta of staged) codeOf(delta.path)[0] = statusLetter(delta);
  for (const delta of unstaged) codeOf(delta.path)[1] = statusLetter(delta);
  for (const [name, code] of conflicts) codes.set(name, [code[0] ?? 'U', code[1] ?? 'U']);
  const lines = [...codes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([each, code]) => `${code.join('')} ${name(each)}${end}`);
  const others = shown.untracked.map((each) => `?? ${name(each)}${end}`);
  const ignored = shown.ignored.map((each) => `!! ${name(each)}${end}`);
  return [...lines, ...others, ...ignored].join('');
}

async function branchLine(repository: Repository, head: Head): Promise<string> {
  const branch = branchOf(head);
  if (branch === undefined) return '## HEAD (no branch)';
  if (!head.oid) return `## No commits yet on ${branch}`;
  const upstream = await upstreamOf(repository, branch);
  if (!upstream) return `## ${branch}`;
  const theirs = await resolveRef(repository, upstream.tracking);
  if (!theirs) return `## ${branch}...${upstream.short} [gone]`;
  const { ahead, behind } = await aheadBehind(repository, head.oid, theirs);
  const parts = [ahead > 0 && `ahead ${ahead}`, behind > 0 && `behind ${behind}`].filter(Boolean);
  return `## ${branch}...${upstream.short}${parts.length > 0 ? ` [${parts.join(', ')}]` : ''}`;
}

const restoreHint = '  (use "git restore --staged <file>..." to unstage)';

async function formatLong(repository: Repository, comparison: Comparison, shown: Shown): Promise<string> {
  const { head, staged, unstaged, conflicts } = comparison;
  const state = await mergeLines(repository, conflicts.size > 0);
  const name = (path: string) => quotePath(relative(repository, path));
  const unstage = head.oid ? restoreHint : '  (use "git rm --cached <file>..." to unstage)';
  // During a merge or a cherry-pick, git omits hints that would lose it.
  const isKept = state.length > 0 && !state.some((line) => line.includes('git revert'));
  const unstageHint = isKept ? [] : [unstage];
  const verb = unstaged.some(({ after }) => !after) ? 'add/rm' : 'add';
  const lines = [
    await headLine(repository, head),
    ...(await trackingLines(repository, head)),
    ...(head.oid ? [] : ['', 'No commits yet', '']),
    ...(state.length > 0 ? [...state, ''] : []),
    ...section(
      'Changes to be committed:',
      unstageHint,
      staged.map((delta) => describe(delta, name)),
    ),
    ...(conflicts.size > 0 ? [...unmergedLines(conflicts, unstageHint, name), ''] : []),
    ...section(
      'Changes not staged for commit:',
      [
        `  (use "git ${verb} <file>..." to update what will be committed)`,
        '  (use "git restore <file>..." to discard changes in working directory)',
      ],
      unstaged.map((delta) => describe(delta, name)),
    ),
    ...section(
      'Untracked files:',
      ['  (use "git add <file>..." to include in what will be committed)'],
      shown.untracked.map((path) => `\t${name(path)}`),
    ),
    ...section(
      'Ignored files:',
      ['  (use "git add -f <file>..." to include in what will be committed)'],
      shown.ignored.map((path) => `\t${name(path)}`),
    ),
  ];
  const end = closingLine(comparison, shown);
  if (end) lines.push(end);
  else if (lines.at(-1) === '') lines.pop();
  // Only a list of staged changes is followed by a blank line.
  const text = lines.join('\n');
  return end || staged.length === 0 ? `${text}\n` : `${text}\n\n`;
}

async function headLine(repository: Repository, head: Head): Promise<string> {
  const branch = branchOf(head);
  if (branch !== undefined) return `On branch ${branch}`;
  return (await detachedLabel(repository, head)) ?? 'Not currently on any branch.';
}

function section(title: string, hints: readonly string[], items: readonly string[]): string[] {
  return items.length === 0 ? [] : [title, ...hints, ...items, ''];
}

export async function trackingLines(repository: Repository, head: Head): Promise<string[]> {
  const branch = branchOf(head);
  const upstream = branch === undefined ? undefined : await upstreamOf(repository, branch);
  if (!upstream || !head.oid) return [];
  const theirs = await resolveRef(repository, upstream.tracking);
  const name = upstream.short;
  if (!theirs)
    return [
      `Your branch is based on '${name}', but the upstream is gone.`,
      '  (use "git branch --unset-upstream" to fixup)',
      '',
    ];
  const { ahead, behind } = await aheadBehind(repository, head.oid, theirs);
  const commits = (count: number) => `${count} commit${count === 1 ? '' : 's'}`;
  if (ahead === 0 && behind === 0) return [`Your branch is up to date with '${name}'.`, ''];
  if (behind === 0)
    return [
      `Your branch is ahead of '${name}' by ${commits(ahead)}.`,
      '  (use "git push" to publish your local commits)',
      '',
    ];
  if (ahead === 0)
    return [
      `Your branch is behind '${name}' by ${commits(behind)}, and can be fast-forwarded.`,
      '  (use "git pull" to update your local branch)',
      '',
    ];
  return [
    `Your branch and '${name}' have diverged,`,
    `and have ${ahead} and ${behind} different commits each, respectively.`,
    '  (use "git pull" to merge the remote branch into yours)',
    '',
  ];
}

async function mergeLines(repository: Repository, hasConflicts: boolean): Promise<string[]> {
  const has = async (name: string) => (await repository.fs.read(`${repository.gitdir}/${name}`)) !== null;
  if (await has('MERGE_HEAD'))
    return hasConflicts
      ? [
          'You have unmerged paths.',
          '  (fix conflicts and run "git commit")',
          '  (use "git merge --abort" to abort the merge)',
        ]
      : ['All conflicts fixed but you are still merging.', '  (use "git commit" to conclude merge)'];
  for (const [file, verb] of [
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
  ] as const) {
    if (!(await has(file))) continue;
    const oid = (await resolveRef(repository, file)) ?? '';
    const doing = verb === 'revert' ? 'reverting' : 'cherry-picking';
    return [
      `You are currently ${doing} commit ${short(oid)}.`,
      hasConflicts
        ? `  (fix conflicts and run "git ${verb} --continue")`
        : `  (all conflicts fixed: run "git ${verb} --continue")`,
      `  (use "git ${verb} --skip" to skip this patch)`,
      `  (use "git ${verb} --abort" to cancel the ${verb} operation)`,
    ];
  }
  return [];
}

const words: Readonly<Record<string, string>> = {
  A: 'new file:   ',
  D: 'deleted:    ',
  M: 'modified:   ',
  T: 'typechange: ',
};

function describe(delta: Delta, name: (path: string) => string): string {
  return `\t${words[statusLetter(delta)] ?? ''}${name(delta.path)}`;
}

function unmergedLines(
  conflicts: ReadonlyMap<string, string>,
  unstageHint: readonly string[],
  name: (path: string) => string,
): string[] {
  const kinds: Readonly<Record<string, string>> = {
    DD: 'both deleted:    ',
    AU: 'added by us:     ',
    UD: 'deleted by them: ',
    UA: 'added by them:   ',
    DU: 'deleted by us:   ',
    AA: 'both added:      ',
    UU: 'both modified:   ',
  };
  const codes = [...conflicts.values()];
  const hasDeletion = codes.some((code) => code.includes('D'));
  const hint = hasDeletion
    ? codes.every((code) => code === 'DD')
      ? '  (use "git rm <file>..." to mark resolution)'
      : '  (use "git add/rm <file>..." as appropriate to mark resolution)'
    : '  (use "git add <file>..." to mark resolution)';
  return [
    'Unmerged paths:',
    ...unstageHint,
    hint,
    ...[...conflicts].map(([path, code]) => `\t${kinds[code] ?? ''}${name(path)}`),
  ];
}

function closingLine({ head, staged, unstaged, conflicts }: Comparison, shown: Shown): string {
  if (staged.length > 0) return '';
  if (shown.isAmending) return 'No changes';
  if (unstaged.length > 0 || conflicts.size > 0)
    return 'no changes added to commit (use "git add" and/or "git commit -a")';
  if (shown.untracked.length > 0)
    return 'nothing added to commit but untracked files present (use "git add" to track)';
  if (!head.oid) return 'nothing to commit (create/copy files and use "git add" to track)';
  return shown.isUntrackedHidden
    ? 'nothing to commit (use -u to show untracked files)'
    : 'nothing to commit, working tree clean';
}
