/** `git clean`: removes files that are not tracked. */
import { fatal } from '../../git-context.ts';
import { onDisk } from '../../repository.ts';
import { applyFiles } from '../../worktree/apply.ts';
import { collapseFolders, compareAll } from '../../worktree/compare.ts';
import { isIgnored, parseIgnore, type IgnoreRule } from '../../worktree/ignore.ts';
import { parsePathspecs, quotePath, relative } from '../../worktree/pathspec.ts';
import { parseOptions } from '../options.ts';
import { changing, withFailures } from '../subcommand.ts';

export const clean = changing(async (repository, args) => {
  const options = parseOptions(args, {
    force: { short: 'f' },
    'dry-run': { short: 'n' },
    quiet: { short: 'q' },
    folders: { short: 'd' },
    'with-ignored': { short: 'x' },
    'only-ignored': { short: 'X' },
    exclude: { short: 'e', takes: 'value' },
  });
  if (!options.has('force', 'dry-run'))
    throw fatal('clean.requireForce is true and neither -n nor -f given: refusing to clean');
  const given = [...options.rest, ...(options.paths ?? [])];
  // Without paths it cleans the current folder.
  const specs = parsePathspecs(repository, given.length === 0 && repository.prefix !== '' ? ['.'] : given);
  const rules = options.values('exclude').flatMap((pattern) => parseIgnore(pattern, ''));
  const { untracked, ignored } = await compareAll(repository, specs);
  const wanted = [
    // A name that ends with a slash is another repository, whose work stays.
    ...(options.has('only-ignored') ? [] : untracked.filter((path) => !path.endsWith('/'))),
    ...(options.has('with-ignored', 'only-ignored') ? ignored : []),
  ];
  const found = wanted.filter((path) => !isExcluded(rules, path));
  const staying = [...untracked, ...ignored].filter((path) => !found.includes(path));
  const tracked = (await repository.index()).entries.map(({ path }) => path);
  const folders = collapseFolders(wanted, tracked).filter((path) => path.endsWith('/'));
  const isAllowed = (path: string) =>
    options.has('folders') || given.length > 0 || !folders.some((folder) => path.startsWith(folder));
  // A folder with a file that stays is not removed as a whole.
  const shown = collapseFolders(found, [...tracked, ...staying]).filter(isAllowed);
  const lines = shown
    .sort()
    .map(
      (path) =>
        `${options.has('dry-run') ? 'Would remove' : 'Removing'} ${quotePath(relative(repository, path))}\n`,
    );
  const text = options.has('quiet') ? '' : lines.join('');
  if (options.has('dry-run')) return text;
  const removed = found.filter((path) =>
    shown.some((each) => each === path || (each.endsWith('/') && path.startsWith(each))),
  );
  const isFolder = (path: string) => path.endsWith('/');
  const { failures } = await applyFiles(
    repository,
    removed.filter((path) => !isFolder(path)).map((path) => ({ path, side: undefined })),
  );
  // Ignored folders, whose files are not listed.
  for (const folder of removed.filter(isFolder))
    await repository.context.files.remove(onDisk(repository, folder.slice(0, -1)), { recursive: true });
  return withFailures(text, failures);
});

/** As in a `.gitignore` at the top: what is in an excluded folder is excluded, too. */
function isExcluded(rules: readonly IgnoreRule[], path: string): boolean {
  const names = path.replace(/\/$/, '').split('/');
  return names.some((_, at) => {
    const isFolder = at < names.length - 1 || path.endsWith('/');
    return isIgnored(rules, names.slice(0, at + 1).join('/'), isFolder);
  });
}
