/** `git add`, `git rm` and `git mv`. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { fatal, GitError } from '../../git-context.ts';
import { modes, type IndexEntry } from '../../index-file.ts';
import { onDisk, type Repository } from '../../repository.ts';
import { applyFiles, entryFor, timeOf } from '../../worktree/apply.ts';
import { compareAll, compareWorktree } from '../../worktree/compare.ts';
import { matchesAny, parsePathspecs, type Pathspec } from '../../worktree/pathspec.ts';
import { findUnsafe } from '../../worktree/safe-path.ts';
import { readWorkFiles, scanWorktree, type WorkContent } from '../../worktree/scan.ts';
import { parseOptions } from '../options.ts';
import { changing, withFailures, type Output } from '../subcommand.ts';

export const add = changing(async (repository, args) => {
  const options = parseOptions(args, {
    all: { short: 'A' },
    update: { short: 'u' },
    force: { short: 'f' },
    verbose: { short: 'v' },
    'dry-run': { short: 'n' },
    'intent-to-add': { short: 'N' },
    chmod: { takes: 'value' },
    'no-all': {},
  });
  const texts = [...options.rest, ...(options.paths ?? [])];
  const isWhole = options.has('all') || options.has('update');
  if (texts.length === 0 && !isWhole)
    return { stderr: "Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\n" };
  const specs = parsePathspecs(repository, texts.length > 0 ? texts : [':/']);
  const staged = await stage(repository, specs, {
    isUpdate: options.has('update'),
    isForced: options.has('force'),
    isDryRun: options.has('dry-run'),
    isIntent: options.has('intent-to-add'),
  });
  const chmod = options.value('chmod');
  if (chmod !== undefined) await changeModes(repository, specs, chmod);
  const lines = [
    ...staged.added.map((path) => `add '${path}'\n`),
    ...staged.removed.map((path) => `remove '${path}'\n`),
  ];
  const stdout = options.has('verbose') || options.has('dry-run') ? lines.join('') : '';
  return { stdout, ...refusedFiles(staged.refused) };
});

function refusedFiles(refused: readonly string[]): Output {
  if (refused.length === 0) return {};
  return {
    stderr: `The following paths are ignored by one of your .gitignore files:\n${refused.join('\n')}\nhint: Use -f if you really want to add them.\n`,
    exitCode: 1,
  };
}

type StageOptions = { isUpdate?: boolean; isForced?: boolean; isDryRun?: boolean; isIntent?: boolean };
type Staged = { added: string[]; removed: string[]; refused: string[] };

/** Updates the index from the matching files of the working tree. */
export async function stage(
  repository: Repository,
  specs: readonly Pathspec[],
  { isUpdate = false, isForced = false, isDryRun = false, isIntent = false }: StageOptions = {},
): Promise<Staged> {
  const { entries, modified } = await repository.index();
  const worktree = await scanWorktree(
    repository,
    entries.map(({ path }) => path),
    specs.map(({ base }) => base),
  );
  const index = new Map(entries.map((entry) => [entry.path.normalize('NFC'), entry]));
  const wanted = entries.filter(({ path, stage }) => stage === 0 && matchesAny(specs, path));
  const contents = new Map<string, WorkContent>();
  const deltas = await compareWorktree(repository, wanted, modified, worktree.files, (content) =>
    contents.set(content.path, content),
  );
  const unmerged = entries.filter(({ path, stage }) => stage > 0 && matchesAny(specs, path));
  const fresh = [...worktree.files].filter(([path]) => !index.has(path) && matchesAny(specs, path));
  const allowed = isUpdate
    ? []
    : fresh.filter(([, file]) => isForced || !file.isIgnored).map(([path]) => path);
  refuseUnmatched(specs, [...entries.map(({ path }) => path), ...worktree.files.keys()], worktree);
  const conflicted = [...new Set(unmerged.map(({ path }) => path))];
  const isThere = (path: string) => worktree.files.has(path.normalize('NFC'));
  const removed = [
    ...deltas.filter(({ after }) => !after).map(({ path }) => path),
    ...conflicted.filter((path) => !isThere(path)),
  ].sort();
  const added = [
    ...deltas.filter(({ after }) => after).map(({ path }) => path),
    ...allowed,
    ...conflicted.filter(isThere),
  ].sort();
  if (!isDryRun) await writeStaged(repository, { added, removed, contents, isIntent });
  const refused = isForced || isUpdate ? [] : refusedBy(specs, fresh, worktree.ignoredFolders);
  return { added, removed, refused };
}

/** Ignored paths that were named explicitly; ignored files in a named folder are skipped silently. */
function refusedBy(
  specs: readonly Pathspec[],
  fresh: readonly (readonly [string, { isIgnored: boolean }])[],
  folders: readonly string[],
): string[] {
  const named = new Set(specs.map(({ base }) => base));
  const files = fresh.filter(([path, { isIgnored }]) => isIgnored && named.has(path)).map(([path]) => path);
  const above = folders.filter((folder) =>
    specs.some(({ base }) => base === folder || base.startsWith(`${folder}/`)),
  );
  return [...files, ...above];
}

function refuseUnmatched(
  specs: readonly Pathspec[],
  paths: readonly string[],
  { ignoredFolders, repositories }: { ignoredFolders: readonly string[]; repositories: readonly string[] },
): void {
  for (const spec of specs) {
    if (spec.base === '' || paths.some((path) => spec.matches(path))) continue;
    const folders = [...ignoredFolders, ...repositories];
    if (folders.some((folder) => spec.matches(folder) || spec.base.startsWith(`${folder}/`))) {
      const inner = repositories.find((folder) => spec.matches(folder) || spec.base.startsWith(`${folder}/`));
      if (inner === undefined) continue;
      throw fatal(
        `'${inner}' is a repository of its own, and this git does not add submodules. Work in it with its own commands, or delete ${inner}/.git to add its files`,
      );
    }
    throw fatal(`pathspec '${spec.text}' did not match any files`);
  }
}

type Staging = Pick<Staged, 'added' | 'removed'> & {
  /** Contents that the comparison has already read. */
  contents: ReadonlyMap<string, WorkContent>;
  isIntent: boolean;
};

async function writeStaged(
  repository: Repository,
  { added, removed, contents, isIntent }: Staging,
): Promise<void> {
  const { entries } = await repository.index();
  const gone = new Set(removed);
  const index = new Map<string, IndexEntry>();
  const before = new Map<string, IndexEntry>();
  for (const entry of entries) {
    // In a conflict, our side determines the file mode.
    if (!before.has(entry.path) || entry.stage === 2) before.set(entry.path, entry);
    if (!gone.has(entry.path)) index.set(`${entry.path}\0${entry.stage}`, entry);
  }
  for await (const { path, bytes, file } of readWorkFiles(repository, added, contents)) {
    if (!bytes || !file) continue;
    const reason = findUnsafe(path);
    if (reason) throw new GitError(`error: invalid path '${path}': ${reason}`, 128);
    const isUnknown = isIntent && !before.has(path);
    const oid = isUnknown ? emptyBlob : repository.objects.write('blob', bytes);
    const side = { mode: before.get(path)?.mode ?? modes.file, oid };
    for (const stage of [1, 2, 3]) index.delete(`${path}\0${stage}`);
    const entry = entryFor(path, side, { size: file.size, modified: timeOf(file.lastModified) });
    index.set(`${path}\0${stageOfFile}`, isUnknown ? { ...entry, size: 0, flags: { intent: true } } : entry);
  }
  repository.setIndex([...index.values()]);
}

const stageOfFile = 0;
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** Changes the executable bit in the index, because the workspace has none. */
async function changeModes(repository: Repository, specs: readonly Pathspec[], chmod: string): Promise<void> {
  if (chmod !== '+x' && chmod !== '-x') throw fatal(`--chmod param '${chmod}' must be either -x or +x`);
  const mode = chmod === '+x' ? modes.executable : modes.file;
  const { entries } = await repository.index();
  repository.setIndex(
    entries.map((entry) =>
      matchesAny(specs, entry.path) && (entry.mode === modes.file || entry.mode === modes.executable)
        ? { ...entry, mode }
        : entry,
    ),
  );
}

export const rm = changing(async (repository, args) => {
  const options = parseOptions(args, {
    cached: {},
    force: { short: 'f' },
    recursive: { short: 'r' },
    quiet: { short: 'q' },
    'dry-run': { short: 'n' },
    'ignore-unmatch': {},
  });
  const specs = parsePathspecs(repository, [...options.rest, ...(options.paths ?? [])]);
  if (specs.length === 0) throw fatal('No pathspec was given. Which files should I remove?');
  const { entries } = await repository.index();
  const paths = [...new Set(entries.map(({ path }) => path))].filter((path) => matchesAny(specs, path));
  for (const { text, base, matches } of specs) {
    const found = paths.filter(matches);
    if (found.length === 0 && !options.has('ignore-unmatch'))
      throw fatal(`pathspec '${text}' did not match any files`);
    if (!options.has('recursive') && !/[*?[]/.test(text) && found.some((path) => path !== base))
      throw fatal(`not removing '${text}' recursively without -r`);
  }
  if (!options.has('force')) await refuseChanged(repository, specs, options.has('cached'));
  const listed = options.has('quiet') ? '' : paths.map((path) => `rm '${path}'\n`).join('');
  return options.has('dry-run') ? listed : removePaths(repository, paths, listed, options.has('cached'));
});

/** Deletes the files; one that cannot be deleted stays in the index. */
async function removePaths(
  repository: Repository,
  paths: readonly string[],
  listed: string,
  isCached: boolean,
): Promise<Output> {
  const { failures, failed } = await applyFiles(
    repository,
    isCached ? [] : paths.map((path) => ({ path, side: undefined })),
  );
  const gone = new Set(paths.filter((path) => !failed.has(path)));
  const { entries } = await repository.index();
  repository.setIndex(entries.filter(({ path }) => !gone.has(path)));
  return withFailures(listed, failures);
}

async function refuseChanged(
  repository: Repository,
  specs: readonly Pathspec[],
  isCached: boolean,
): Promise<void> {
  const { staged, unstaged } = await compareAll(repository, specs);
  const changed = new Set(unstaged.filter(({ after }) => after).map(({ path }) => path));
  const inIndex = staged.filter(({ after }) => after).map(({ path }) => path);
  const both = inIndex.filter((path) => changed.has(path));
  const list = (paths: readonly string[]) => paths.map((path) => `    ${path}`).join('\n');
  if (both.length > 0)
    throw new GitError(
      `error: the following file has staged content different from both the\nfile and the HEAD:\n${list(both)}\n(use -f to force removal)`,
      1,
    );
  if (isCached) return;
  if (inIndex.length > 0)
    throw new GitError(
      `error: the following file has changes staged in the index:\n${list(inIndex)}\n(use --cached to keep the file, or -f to force removal)`,
      1,
    );
  if (changed.size > 0)
    throw new GitError(
      `error: the following file has local modifications:\n${list([...changed])}\n(use --cached to keep the file, or -f to force removal)`,
      1,
    );
}

export const mv = changing(async (repository, args) => {
  const options = parseOptions(args, {
    force: { short: 'f' },
    verbose: { short: 'v' },
    'dry-run': { short: 'n' },
  });
  const texts = [...options.rest, ...(options.paths ?? [])];
  const target = texts.pop();
  if (target === undefined || texts.length === 0) throw fatal('usage: git mv <source>... <destination>');
  const [to] = parsePathspecs(repository, [target]);
  if (!to) return '';
  const isFolder = (await repository.fs.list(onDisk(repository, to.base))) !== null;
  if (texts.length > 1 && !isFolder) throw fatal(`destination '${target}' is not a directory`);
  for (const spec of parsePathspecs(repository, texts)) {
    const name = spec.base.slice(spec.base.lastIndexOf('/') + 1);
    const destination = isFolder ? [to.base, name].filter(Boolean).join('/') : to.base;
    await moveOne(repository, spec, destination, options.has('force'));
  }
  return '';
});

async function moveOne(
  repository: Repository,
  { base: from, text }: Pathspec,
  to: string,
  isForced: boolean,
): Promise<void> {
  const { entries } = await repository.index();
  const moved = entries.filter(({ path }) => path === from || path.startsWith(`${from}/`));
  const problem = (reason: string) => fatal(`${reason}, source=${text}, destination=${to}`);
  if (moved.length === 0) throw problem('not under version control');
  const reason = findUnsafe(to);
  if (reason) throw problem(`bad destination: ${reason}`);
  const folder = to.slice(0, Math.max(0, to.lastIndexOf('/')));
  if (folder && (await repository.fs.list(onDisk(repository, folder))) === null)
    throw fatal(`renaming '${from}' failed: No such file or directory`);
  const isTaken = entries.some(({ path }) => path === to);
  if (isTaken && !isForced) throw problem('destination exists');
  try {
    if (isTaken) await repository.context.files.remove(onDisk(repository, to));
    await repository.context.files.move(onDisk(repository, from), onDisk(repository, to));
  } catch (error) {
    if (error instanceof ToolError) throw problem(error.message);
    throw error;
  }
  const gone = new Set(moved);
  repository.setIndex([
    ...entries.filter((entry) => !gone.has(entry) && entry.path !== to),
    ...moved.map((entry) => ({ ...entry, path: to + entry.path.slice(from.length) })),
  ]);
}
