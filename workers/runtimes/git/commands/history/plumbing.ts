/** Commands that scripts use: rev-parse, cat-file, ls-files, ls-tree, hash-object, reflog and the like. */
import { decode } from '../../bytes.ts';
import { fatal, GitError, usage } from '../../git-context.ts';
import { short } from '../../diff/patch.ts';
import { isAncestor, mergeBases, walkHistory } from '../../history.ts';
import { modes } from '../../index-file.ts';
import { objectId } from '../../objects/git-object.ts';
import { flattenTree, parseTree } from '../../objects/trees.ts';
import { branchOf, listRefs, readHead, readLog, requireCommit, symbolicRef } from '../../refs/refs.ts';
import {
  findRefName,
  findRevision,
  resolveCommit,
  resolveRevision,
  resolveTree,
} from '../../refs/revisions.ts';
import { upstreamOf } from '../../refs/upstream.ts';
import { inWorkspace, join, type Repository } from '../../repository.ts';
import { compareAll } from '../../worktree/compare.ts';
import { matchesAny, parsePathspecs, quotePath, relative, type Pathspec } from '../../worktree/pathspec.ts';
import { parseOptions, type OptionSpecs } from '../options.ts';
import { resolveRange } from '../revision-arguments.ts';
import { inRepository } from '../subcommand.ts';

export const revParse = inRepository(async (repository, args) => {
  const lines: string[] = [];
  let isShort = false;
  let isName = false;
  let isQuiet = false;
  for (const argument of args) {
    if (argument.startsWith('--short')) isShort = true;
    else if (argument === '--abbrev-ref') isName = true;
    else if (argument === '--verify' || argument === '--quiet' || argument === '-q')
      isQuiet ||= argument !== '--verify';
    else if (argument.startsWith('--')) lines.push(await placeOf(repository, argument));
    else if (isName) lines.push(await refName(repository, argument));
    else {
      const oid = await findRevision(repository, argument);
      if (!oid && isQuiet) throw new GitError('', 1);
      const full = oid ?? (await resolveRevision(repository, argument));
      lines.push(isShort ? short(full) : full);
    }
  }
  return lines.map((line) => `${line}\n`).join('');
});

async function placeOf(repository: Repository, option: string): Promise<string> {
  const { dir, gitdir, prefix } = repository;
  if (option === '--show-toplevel') return `/workspace${dir === '' ? '' : `/${dir}`}`;
  if (option === '--git-dir') return prefix === '' ? '.git' : `/workspace/${gitdir}`;
  if (option === '--absolute-git-dir') return `/workspace/${gitdir}`;
  if (option === '--is-inside-work-tree') return 'true';
  if (option === '--is-bare-repository' || option === '--is-inside-git-dir') return 'false';
  if (option === '--is-shallow-repository')
    return String((await repository.fs.read(`${gitdir}/shallow`)) !== null);
  if (option === '--show-prefix') return prefix === '' ? '' : `${prefix}/`;
  if (option === '--show-cdup') return prefix === '' ? '' : prefix.replace(/[^/]+/g, '..').concat('/');
  throw usage(`unknown option '${option}'`);
}

async function refName(repository: Repository, name: string): Promise<string> {
  const head = await readHead(repository);
  if (name === 'HEAD') return branchOf(head) ?? 'HEAD';
  if (/@\{u(pstream)?\}$/.test(name)) {
    const branch = name.replace(/@\{.*$/, '') || (branchOf(head) ?? '');
    const upstream = await upstreamOf(repository, branch);
    if (!upstream) throw fatal(`no upstream configured for branch '${branch}'`);
    return upstream.short;
  }
  const ref = await findRefName(repository, name);
  return ref?.replace(/^refs\/(heads|tags|remotes)\//, '') ?? resolveRevision(repository, name);
}

export const catFile = inRepository(async (repository, args) => {
  const options = parseOptions(args, {
    print: { short: 'p' },
    type: { short: 't' },
    size: { short: 's' },
    exists: { short: 'e' },
  });
  const name = options.rest.at(-1);
  if (name === undefined) throw usage('name an object');
  const oid = await resolveRevision(repository, name);
  const { type, bytes } = await repository.objects.read(oid);
  if (options.has('type')) return `${type}\n`;
  if (options.has('size')) return `${bytes.length}\n`;
  if (options.has('exists')) return '';
  if (type !== 'tree') return decode(bytes);
  return parseTree(bytes)
    .map((entry) => treeLine(entry.name, entry.mode, entry.oid))
    .join('');
});

function treeLine(path: string, mode: number, oid: string): string {
  const type = mode === modes.tree ? 'tree' : mode === modes.submodule ? 'commit' : 'blob';
  return `${mode.toString(8).padStart(6, '0')} ${type} ${oid}\t${quotePath(path)}\n`;
}

export const lsTree = inRepository(async (repository, args) => {
  const options = parseOptions(args, { recursive: { short: 'r' }, 'name-only': {}, 'full-tree': {} });
  const [name, ...paths] = options.rest;
  if (name === undefined) throw usage('name a tree or commit');
  const tree = await resolveTree(repository, name);
  const specs = parsePathspecs(repository, paths);
  const entries = options.has('recursive')
    ? [...(await flattenTree(repository.objects, tree))].map(([path, side]) => ({ name: path, ...side }))
    : parseTree((await repository.objects.read(tree)).bytes);
  return entries
    .filter((entry) => matchesAny(specs, entry.name))
    .map((entry) =>
      options.has('name-only') ? `${quotePath(entry.name)}\n` : treeLine(entry.name, entry.mode, entry.oid),
    )
    .join('');
});

const lsFilesOptions = {
  stage: { short: 's' },
  others: { short: 'o' },
  modified: { short: 'm' },
  deleted: { short: 'd' },
  cached: { short: 'c' },
  unmerged: { short: 'u' },
  ignored: { short: 'i' },
  'exclude-standard': {},
  'error-unmatch': {},
  nul: { short: 'z' },
} as const satisfies OptionSpecs;

export const lsFiles = inRepository(async (repository, args) => {
  const options = parseOptions(args, lsFilesOptions);
  const specs = parsePathspecs(repository, [...options.rest, ...(options.paths ?? [])]);
  const { entries } = await repository.index();
  const below = entries.filter(
    ({ path }) => matchesAny(specs, path) && (specs.length > 0 || isBelow(path, repository.prefix)),
  );
  const end = options.has('nul') ? '\0' : '\n';
  const name = (path: string) => {
    const shown = relative(repository, path);
    return options.has('nul') ? shown : quotePath(shown);
  };
  if (options.has('error-unmatch') && below.length === 0)
    throw new GitError(`error: pathspec '${specs[0]?.text ?? ''}' did not match any file(s) known to git`, 1);
  if (options.has('stage') || options.has('unmerged'))
    return below
      .filter(({ stage }) => stage > 0 || !options.has('unmerged'))
      .map(({ mode, oid, stage, path }) => `${mode.toString(8)} ${oid} ${stage}\t${name(path)}${end}`)
      .join('');
  const isPlain = !options.has('others') && !options.has('modified') && !options.has('deleted');
  const paths = isPlain ? [] : await comparedPaths(repository, options, specs);
  if (isPlain || options.has('cached')) paths.push(...below.map(({ path }) => path));
  return [...new Set(paths)].map((path) => `${name(path)}${end}`).join('');
});

async function comparedPaths(
  repository: Repository,
  options: ReturnType<typeof parseOptions<typeof lsFilesOptions>>,
  specs: readonly Pathspec[],
): Promise<string[]> {
  const { unstaged, untracked, ignored } = await compareAll(repository, specs);
  const paths: string[] = [];
  if (options.has('others') && !options.has('ignored')) paths.push(...untracked);
  if (options.has('others') && (options.has('ignored') || !options.has('exclude-standard')))
    paths.push(...ignored);
  if (options.has('modified')) paths.push(...unstaged.map(({ path }) => path));
  if (options.has('deleted')) paths.push(...unstaged.filter(({ after }) => !after).map(({ path }) => path));
  return paths;
}

function isBelow(path: string, prefix: string): boolean {
  return prefix === '' || path.startsWith(`${prefix}/`);
}

export const hashObject = inRepository(async (repository, args) => {
  const options = parseOptions(args, { write: { short: 'w' }, type: { short: 't', takes: 'value' } });
  const lines: string[] = [];
  for (const path of options.rest) {
    const bytes = await repository.fs.read(inWorkspace(path, join(repository.dir, repository.prefix)));
    if (!bytes) throw fatal(`could not open '${path}' for reading: No such file or directory`);
    lines.push(
      `${options.has('write') ? repository.objects.write('blob', bytes) : objectId('blob', bytes)}\n`,
    );
  }
  return lines.join('');
});

export const reflog = inRepository(async (repository, args) => {
  const options = parseOptions(args, { 'max-count': { short: 'n', takes: 'value' } });
  const [name = 'HEAD'] = options.rest.filter((text) => text !== 'show');
  const ref = (await findRefName(repository, name)) ?? name;
  const most = Number(options.value('max-count') ?? options.count ?? Infinity);
  return (await readLog(repository, ref))
    .slice(0, most)
    .map(({ oid, message }, at) => `${short(oid)} ${name}@{${at}}: ${message}\n`)
    .join('');
});

export const showRef = inRepository(async (repository, args) => {
  const options = parseOptions(args, {
    heads: {},
    tags: {},
    hash: { short: 's' },
    verify: {},
    quiet: { short: 'q' },
  });
  const refs = [...(await listRefs(repository, 'refs/'))].filter(
    ([name]) =>
      (!options.has('heads') && !options.has('tags')) ||
      (options.has('heads') && name.startsWith('refs/heads/')) ||
      (options.has('tags') && name.startsWith('refs/tags/')),
  );
  const wanted = options.rest;
  const kept = refs.filter(
    ([name]) => wanted.length === 0 || wanted.some((each) => name === each || name.endsWith(`/${each}`)),
  );
  if (kept.length === 0) throw new GitError('', 1);
  return kept.map(([name, oid]) => `${oid} ${name}\n`).join('');
});

export const symbolicRefCommand = inRepository(async (repository, args) => {
  const options = parseOptions(args, { short: {}, quiet: { short: 'q' } });
  const [name = 'HEAD'] = options.rest;
  const target = await symbolicRef(repository, name);
  if (!target) throw fatal(`ref ${name} is not a symbolic ref`);
  return `${options.has('short') ? target.replace(/^refs\/(heads|remotes)\//, '') : target}\n`;
});

export const mergeBase = inRepository(async (repository, args) => {
  const options = parseOptions(args, { 'is-ancestor': {}, all: { short: 'a' } });
  const [one, other] = options.rest;
  if (one === undefined || other === undefined) throw usage('name two commits');
  const [left, right] = [await resolveCommit(repository, one), await resolveCommit(repository, other)];
  if (options.has('is-ancestor')) return { exitCode: (await isAncestor(repository, left, right)) ? 0 : 1 };
  const bases = await mergeBases(repository, left, right);
  if (bases.length === 0) throw new GitError('', 1);
  return (options.has('all') ? bases : bases.slice(0, 1)).map((oid) => `${oid}\n`).join('');
});

export const revList = inRepository(async (repository, args) => {
  const options = parseOptions(args, { count: {}, 'max-count': { short: 'n', takes: 'value' }, all: {} });
  const range = await resolveRange(repository, options.rest);
  const starts = options.has('all')
    ? [...(await listRefs(repository, 'refs/heads/')).values()]
    : range.starts;
  if (starts.length === 0) starts.push(requireCommit(await readHead(repository)));
  const most = Number(options.value('max-count') ?? options.count ?? Infinity);
  const found: string[] = [];
  for await (const { oid } of walkHistory(repository, { starts, excluded: range.excluded })) {
    if (found.length >= most) break;
    found.push(oid);
  }
  return options.has('count') ? `${found.length}\n` : found.map((oid) => `${oid}\n`).join('');
});
