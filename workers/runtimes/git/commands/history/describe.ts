/** `git describe` and `git shortlog`. */
import { short } from '../../diff/patch.ts';
import { fatal } from '../../git-context.ts';
import { walkHistory } from '../../history.ts';
import { readCommit, subjectOf, type Commit } from '../../objects/commits.ts';
import { listRefs, readHead, requireCommit } from '../../refs/refs.ts';
import { peel, resolveCommit } from '../../refs/revisions.ts';
import type { Repository } from '../../repository.ts';
import { compareAll } from '../../worktree/compare.ts';
import { compileName } from '../../worktree/glob.ts';
import { parseOptions } from '../options.ts';
import { resolveRange, splitArguments } from '../revision-arguments.ts';
import { inRepository } from '../subcommand.ts';

export const describe = inRepository(async (repository, args) => {
  const options = parseOptions(args, {
    tags: {},
    all: {},
    long: {},
    always: {},
    abbrev: { takes: 'value' },
    match: { takes: 'value' },
    exclude: { takes: 'value' },
    'exact-match': {},
    dirty: { takes: 'optional' },
    candidates: { takes: 'value' },
    'first-parent': {},
  });
  const [revision = 'HEAD'] = options.rest;
  const start = await resolveCommit(repository, revision);
  const matches = (options.values('match').length > 0 ? options.values('match') : ['*']).map(compileName);
  const excluded = options.values('exclude').map(compileName);
  const names = await tagsByCommit(repository, {
    isAnnotatedOnly: !options.has('tags', 'all'),
    isWanted: (name) => matches.some((each) => each(name)) && !excluded.some((each) => each(name)),
  });
  const abbrev = Number(options.value('abbrev') ?? 7);
  const found = await nearest(repository, start, names, options.has('exact-match'));
  const suffix =
    options.has('dirty') && (await isDirty(repository)) ? options.value('dirty') || '-dirty' : '';
  if (!found) {
    if (!options.has('always')) throw fatal('No names found, cannot describe anything.');
    return `${start.slice(0, Math.max(4, abbrev || 7))}${suffix}\n`;
  }
  const isPlain = abbrev === 0 || (found.distance === 0 && !options.has('long'));
  const end = isPlain ? '' : `-${found.distance}-g${start.slice(0, Math.max(4, abbrev))}`;
  return `${found.name}${end}${suffix}\n`;
});

async function isDirty(repository: Repository): Promise<boolean> {
  const { staged, unstaged } = await compareAll(repository);
  return staged.length + unstaged.length > 0;
}

type Wanted = { isAnnotatedOnly: boolean; isWanted(name: string): boolean };

/** Annotated tags come before others of the same commit. */
async function tagsByCommit(
  repository: Repository,
  { isAnnotatedOnly, isWanted }: Wanted,
): Promise<Map<string, string>> {
  const names = new Map<string, { name: string; isAnnotated: boolean }>();
  for (const [ref, oid] of await listRefs(repository, 'refs/tags/')) {
    const name = ref.slice('refs/tags/'.length);
    const isAnnotated = (await repository.objects.read(oid)).type === 'tag';
    if (!isWanted(name) || (isAnnotatedOnly && !isAnnotated)) continue;
    const commit = await peel(repository, oid, undefined);
    if (isAnnotated || !names.get(commit)?.isAnnotated) names.set(commit, { name, isAnnotated });
  }
  return new Map([...names].map(([commit, { name }]) => [commit, name]));
}

/** The first tag in the history, and how many commits the start has that the tag has not. */
async function nearest(
  repository: Repository,
  start: string,
  names: ReadonlyMap<string, string>,
  isExact: boolean,
): Promise<{ name: string; distance: number } | undefined> {
  for await (const { oid } of walkHistory(repository, { starts: [start], excluded: [] })) {
    const name = names.get(oid);
    if (name !== undefined) {
      let distance = 0;
      for await (const each of walkHistory(repository, { starts: [start], excluded: [oid] }))
        distance += each.oid === oid ? 0 : 1;
      return { name, distance };
    }
    if (isExact) throw fatal(`no tag exactly matches '${short(start)}'`);
  }
  return undefined;
}

export const shortlog = inRepository(async (repository, args) => {
  const options = parseOptions(args, {
    summary: { short: 's' },
    numbered: { short: 'n' },
    email: { short: 'e' },
    all: {},
    'no-merges': {},
  });
  const { revisions } = await splitArguments(repository, options.rest, options.paths);
  const { starts, excluded } = await resolveRange(repository, revisions);
  if (starts.length === 0) starts.push(requireCommit(await readHead(repository)));
  if (options.has('all'))
    for (const oid of (await listRefs(repository, 'refs/')).values())
      starts.push(await peel(repository, oid, undefined));
  const authors = new Map<string, Commit[]>();
  for await (const { oid } of walkHistory(repository, { starts, excluded })) {
    const commit = await readCommit(repository.objects, oid);
    if (options.has('no-merges') && commit.parents.length > 1) continue;
    const { name, email } = commit.author;
    const author = options.has('email') ? `${name} <${email}>` : name;
    authors.set(author, [...(authors.get(author) ?? []), commit]);
  }
  return [...authors]
    .sort(([one, mine], [other, yours]) =>
      options.has('numbered') && mine.length !== yours.length
        ? yours.length - mine.length
        : one < other
          ? -1
          : 1,
    )
    .map(([author, commits]) =>
      options.has('summary')
        ? `${String(commits.length).padStart(6)}\t${author}\n`
        : `${author} (${commits.length}):\n${commits
            .reverse()
            .map((commit) => `      ${subjectOf(commit)}\n`)
            .join('')}\n`,
    )
    .join('');
});
