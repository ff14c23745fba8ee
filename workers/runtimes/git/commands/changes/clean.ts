/** `git clean`: removes files that are not tracked. */
import { fatal } from '../../git-context.ts';
import { applyFiles } from '../../worktree/apply.ts';
import { collapseFolders, compareAll } from '../../worktree/compare.ts';
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
  const specs = parsePathspecs(repository, [...options.rest, ...(options.paths ?? [])]);
  const kept = parsePathspecs(repository, options.values('exclude'));
  const { untracked, ignored } = await compareAll(repository, specs);
  const found = [
    ...(options.has('only-ignored') ? [] : untracked),
    ...(options.has('with-ignored', 'only-ignored') ? ignored : []),
  ].filter((path) => !kept.some((spec) => spec.matches(path)));
  const { entries } = await repository.index();
  const shown = collapseFolders(
    found,
    entries.map(({ path }) => path),
  ).filter((path) => options.has('folders') || specs.length > 0 || !path.endsWith('/'));
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
  const { failures } = await applyFiles(
    repository,
    removed.map((path) => ({ path, side: undefined })),
  );
  return withFailures(text, failures);
});
