/** `git log` and `git show`. */
import { decode } from '../../bytes.ts';
import { diffText, type DiffForm } from '../../diff/diff-text.ts';
import { walkHistory } from '../../history.ts';
import { formatDate, parseTag, readCommit, type Commit } from '../../objects/commits.ts';
import { entryAt, flattenTree, parseTree } from '../../objects/trees.ts';
import { modes } from '../../index-file.ts';
import { branchOf, listRefs, readHead, requireCommit } from '../../refs/refs.ts';
import { peel, resolveRevision } from '../../refs/revisions.ts';
import type { Repository } from '../../repository.ts';
import { changesOf, compareFiles } from '../../worktree/compare.ts';
import { matchesAny, type Pathspec } from '../../worktree/pathspec.ts';
import { contextOf, formsOf } from './diff.ts';
import { followFile } from './follow.ts';
import { formatCommit, parseFormat, type LogFormat } from './log-format.ts';
import { commitFilter, logOptions, numberOf, type LogOptions } from './log-filter.ts';
import { parseOptions } from '../options.ts';
import { resolveRange, splitArguments } from '../revision-arguments.ts';
import { inRepository } from '../subcommand.ts';

type Shown = { format: LogFormat; forms: DiffForm[]; names: ReadonlyMap<string, string[]>; context?: number };

export const log = inRepository(async (repository, args) => {
  const options = parseOptions(args, logOptions);
  const { revisions, specs } = await splitArguments(repository, options.rest, options.paths);
  const found = await findCommits(repository, options, revisions, specs);
  if (options.has('reverse')) found.reverse();
  return {
    stdout: await printCommits(repository, found, specs, await shownOf(repository, options, 'none')),
    ...(options.has('graph') && { stderr: 'warning: --graph is not drawn by this git\n' }),
  };
});

async function findCommits(
  repository: Repository,
  options: LogOptions,
  revisions: readonly string[],
  specs: readonly Pathspec[],
): Promise<Commit[]> {
  const { starts, excluded } = await resolveRange(repository, revisions);
  if (options.has('all') || options.has('branches'))
    starts.push(...(await allTips(repository, options.has('all'))));
  else if (revisions.every((text) => text.startsWith('^')))
    starts.push(requireCommit(await readHead(repository)));
  const keep = commitFilter(options);
  const most = numberOf(options.value('max-count') ?? options.count, Infinity, 'max-count');
  let skip = numberOf(options.value('skip'), 0, 'skip');
  const follow = followOf(repository, specs, options.has('first-parent'));
  const isFollowed = options.has('follow');
  const commits = isFollowed
    ? followFile(repository, { starts, excluded }, specs)
    : walkHistory(repository, { starts, excluded, ...follow });
  const isChosen = async (commit: Commit) =>
    isFollowed || specs.length === 0 || (await isChangedIn(repository, commit, specs));
  const found: Commit[] = [];
  for await (const commit of commits) {
    if (found.length >= most) break;
    if (!keep(commit) || !(await isChosen(commit))) continue;
    if (skip-- > 0) continue;
    found.push(commit);
  }
  return found;
}

async function shownOf(repository: Repository, options: LogOptions, usual: DiffForm): Promise<Shown> {
  const pretty = options.value('format') ?? options.value('pretty');
  const format = parseFormat(pretty, options.has('oneline'), options.value('date'));
  const isDecorated = options.has('decorate') || /%[dD]/.test(pretty ?? '');
  return {
    format: { ...format, isAbbreviated: format.isAbbreviated || options.has('abbrev-commit') },
    forms: formsOf(options, usual),
    names: isDecorated ? await decorations(repository) : new Map<string, string[]>(),
    ...contextOf(options),
  };
}

async function allTips(repository: Repository, isAll: boolean): Promise<string[]> {
  const refs = await listRefs(repository, isAll ? 'refs/' : 'refs/heads/');
  const head = (await readHead(repository)).oid;
  const tips = [...(head ? [head] : []), ...refs.values()];
  const commits: string[] = [];
  for (const oid of tips) {
    const commit = await peel(repository, oid, undefined);
    if ((await repository.objects.read(commit)).type === 'commit') commits.push(commit);
  }
  return [...new Set(commits)];
}

/**
 * With paths, follows only a parent that is identical in these paths, which is git's history simplification.
 */
function followOf(
  repository: Repository,
  specs: readonly Pathspec[],
  isFirstOnly: boolean,
): { follow?(commit: Commit): Promise<readonly string[]> } {
  if (isFirstOnly) return { follow: async ({ parents }) => parents.slice(0, 1) };
  if (specs.length === 0) return {};
  return {
    follow: async (commit) => {
      for (const parent of commit.parents) {
        const { tree } = await readCommit(repository.objects, parent);
        if (!(await differsIn(repository, commit.tree, tree, specs))) return [parent];
      }
      return commit.parents;
    },
  };
}

/** Whether the commit differs from every parent in these paths. */
async function isChangedIn(
  repository: Repository,
  commit: Commit,
  specs: readonly Pathspec[],
): Promise<boolean> {
  if (commit.parents.length === 0) return differsIn(repository, commit.tree, undefined, specs);
  for (const parent of commit.parents) {
    const { tree } = await readCommit(repository.objects, parent);
    if (!(await differsIn(repository, commit.tree, tree, specs))) return false;
  }
  return true;
}

async function differsIn(
  repository: Repository,
  one: string,
  other: string | undefined,
  specs: readonly Pathspec[],
): Promise<boolean> {
  if (one === other) return false;
  for (const spec of specs) {
    const mine = await entryAt(repository.objects, one, spec.base);
    const yours = other === undefined ? undefined : await entryAt(repository.objects, other, spec.base);
    if (mine?.oid === yours?.oid && mine?.mode === yours?.mode) continue;
    if (!/[*?[]/.test(spec.text)) return true;
    const before = await flattenTree(repository.objects, other);
    const after = await flattenTree(repository.objects, one);
    if (compareFiles(before, after).some(({ path }) => spec.matches(path))) return true;
  }
  return false;
}

/** Reference names by commit, in git's order: HEAD, then the references in reverse order. */
async function decorations(repository: Repository): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const add = (oid: string, name: string) => names.set(oid, [...(names.get(oid) ?? []), name]);
  const head = await readHead(repository);
  const current = branchOf(head);
  if (head.oid) add(head.oid, current === undefined ? 'HEAD' : `HEAD -> ${current}`);
  for (const [name, oid] of [...(await listRefs(repository, 'refs/'))].reverse()) {
    const [, kind = '', short = ''] = /^refs\/(heads|remotes|tags)\/(.+)$/.exec(name) ?? [];
    if (kind === '' || (kind === 'heads' && short === current)) continue;
    add(await peel(repository, oid, undefined), kind === 'tags' ? `tag: ${short}` : short);
  }
  return names;
}

async function printCommits(
  repository: Repository,
  commits: readonly Commit[],
  specs: readonly Pathspec[],
  shown: Shown,
): Promise<string> {
  const parts: string[] = [];
  for (const [at, commit] of commits.entries())
    parts.push(await printCommit(repository, commit, specs, shown, at === commits.length - 1));
  const isBlock = shown.format.kind !== 'oneline' && shown.format.kind !== 'custom';
  return parts.join(isBlock ? '\n' : '');
}

async function printCommit(
  repository: Repository,
  commit: Commit,
  specs: readonly Pathspec[],
  { format, forms, names, context }: Shown,
  isLast: boolean,
): Promise<string> {
  const header = formatCommit(commit, format, names.get(commit.oid) ?? []);
  const hasDiff = forms.some((form) => form !== 'none') && commit.parents.length < 2;
  const deltas = hasDiff
    ? (await changesOf(repository, commit)).filter(({ path }) => matchesAny(specs, path))
    : [];
  const text = await diffText(repository, deltas, { forms, ...(context !== undefined && { context }) });
  if (format.kind === 'oneline') return `${header}\n${text}`;
  if (format.kind !== 'custom') return `${header}\n${text === '' ? '' : `${separator(forms)}${text}`}`;
  return customCommit(header, text, format, isLast);
}

function customCommit(
  header: string,
  text: string,
  { template, isSeparated }: LogFormat,
  isLast: boolean,
): string {
  if (template === '') return text + (isSeparated && !isLast ? '\n' : '');
  const end = isSeparated && isLast && text === '' ? '' : '\n';
  return `${header}${header === '' && !isSeparated ? '' : end}${text === '' ? '' : `\n${text}`}`;
}

/** git separates a summary from a patch that follows it. */
function separator(forms: readonly DiffForm[]): string {
  return forms.includes('patch') && forms.length > 1 ? '---\n' : '\n';
}

export const show = inRepository(async (repository, args) => {
  const options = parseOptions(args, logOptions);
  const { revisions, specs } = await splitArguments(repository, options.rest, options.paths);
  const shown = await shownOf(repository, options, 'patch');
  const parts: string[] = [];
  for (const revision of revisions.length > 0 ? revisions : ['HEAD'])
    parts.push(
      await showObject(repository, await resolveRevision(repository, revision), revision, specs, shown),
    );
  return parts.join('\n');
});

async function showObject(
  repository: Repository,
  oid: string,
  name: string,
  specs: readonly Pathspec[],
  shown: Shown,
): Promise<string> {
  const { type, bytes } = await repository.objects.read(oid);
  if (type === 'blob') return decode(bytes);
  if (type === 'tree') {
    const entries = parseTree(bytes).map((entry) =>
      entry.mode === modes.tree ? `${entry.name}/` : entry.name,
    );
    return `tree ${name}\n\n${entries.map((entry) => `${entry}\n`).join('')}`;
  }
  if (type === 'commit') {
    const commit = await readCommit(repository.objects, oid);
    const text = await printCommit(repository, commit, specs, shown, true);
    // git ends a merge with its combined diff, which is usually empty, so only a blank line is printed.
    return commit.parents.length > 1 && shown.forms.includes('patch') ? `${text}\n` : text;
  }
  const tag = parseTag(bytes);
  const header = `tag ${tag.tag}\nTagger: ${tag.tagger.name} <${tag.tagger.email}>\nDate:   ${formatDate(tag.tagger)}`;
  return `${header}\n\n${tag.message}\n${await showObject(repository, tag.object, tag.object, specs, shown)}`;
}
