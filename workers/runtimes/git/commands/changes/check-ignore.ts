/** `git check-ignore`: which paths are ignored, and by which rule. */
import { GitError, usage } from '../../git-context.ts';
import { join, onDisk, type Repository } from '../../repository.ts';
import { parseIgnore, type IgnoreRule } from '../../worktree/ignore.ts';
import { parsePathspecs, quotePath } from '../../worktree/pathspec.ts';
import { type Options, type OptionSpecs, parseOptions } from '../options.ts';
import { inRepository } from '../subcommand.ts';

const specs = {
  verbose: { short: 'v' },
  quiet: { short: 'q' },
  'non-matching': { short: 'n' },
  stdin: {},
  nul: { short: 'z' },
  'no-index': {},
} as const satisfies OptionSpecs;

export const checkIgnore = inRepository(async (repository, args, { context }) => {
  const options = parseOptions(args, specs);
  const end = options.has('nul') ? '\0' : '\n';
  const isVerbose = options.has('verbose');
  const isAllShown = isVerbose && options.has('non-matching');
  const shown = (name: string) => (end === '\n' ? quotePath(name) : name);
  const given = namesOf(options, context.stdin, end);
  const tracked = options.has('no-index') ? new Set<string>() : await trackedPaths(repository);
  let [text, hasMatch] = ['', false];
  for (const name of given) {
    const path = parsePathspecs(repository, [name.replace(/\/+$/, '')])[0]?.base ?? '';
    const rule = tracked.has(path) ? undefined : await deciding(repository, path, name.endsWith('/'));
    // With -v, a rule that includes the path is shown, too.
    const isMatch = rule !== undefined && (isVerbose || !rule.isNegated);
    hasMatch ||= isMatch;
    if (isMatch || isAllShown) text += (isVerbose ? placeOf(rule) : '') + shown(name) + end;
  }
  return result(text, hasMatch, options.has('quiet'));
});

/** Exit code 1: nothing is ignored. */
function result(text: string, hasMatch: boolean, isQuiet: boolean): string {
  if (!hasMatch) throw new GitError('', 1, text);
  return isQuiet ? '' : text;
}

function namesOf(options: Options<typeof specs>, stdin: string | undefined, end: string): string[] {
  if (options.has('stdin')) return (stdin ?? '').split(end).filter(Boolean);
  const given = [...options.rest, ...(options.paths ?? [])];
  if (given.length === 0) throw usage('no path specified');
  return given;
}

async function trackedPaths(repository: Repository): Promise<Set<string>> {
  return new Set((await repository.index()).entries.map(({ path }) => path));
}

function placeOf(rule: IgnoreRule | undefined): string {
  return rule ? `${rule.source}:${rule.line}:${rule.pattern}\t` : '::\t';
}

/** The rule that decides on a path: one of a folder above it decides on all that is in it. */
async function deciding(
  repository: Repository,
  path: string,
  isFolder: boolean,
): Promise<IgnoreRule | undefined> {
  const exclude = '.git/info/exclude';
  const read = async (file: string) => (await repository.fs.readText(file)) ?? '';
  const rules = parseIgnore(await read(`${repository.gitdir}/info/exclude`), '', exclude);
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const folder = parts.slice(0, at).join('/');
    const source = join(folder, '.gitignore');
    rules.push(...parseIgnore(await read(onDisk(repository, source)), folder, source));
    const current = parts.slice(0, at + 1).join('/');
    const isLast = at === parts.length - 1;
    const isDirectory =
      !isLast || isFolder || (await repository.fs.list(onDisk(repository, current))) !== null;
    const rule = rules.findLast((each) => (isDirectory || !each.isFolderOnly) && each.matches(current));
    if (rule && (isLast || !rule.isNegated)) return rule;
  }
  return undefined;
}
