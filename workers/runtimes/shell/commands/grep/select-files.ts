/** Which files grep searches: its operands, and with -r what is in them. */
import { hasCode } from '../../fs/errno.ts';
import { type CommandContext, CommandError, describeFileError, pathOf } from '../command.ts';
import { nameMatcher } from '../glob-regexp.ts';
import type { Options } from '../options.ts';
import { baseName } from '../../fs/paths.ts';

export type FileFilter = {
  /** Whether a file is searched; `isOperand`: it is named on the command line. */
  allowsFile(path: string, isOperand: boolean): boolean;
  allowsFolder(path: string, isOperand: boolean): boolean;
};

/** The letters of the options --include, --exclude and --exclude-dir. */
const filterLetters = { include: '&', exclude: '%', excludeFolder: '@' } as const;

/** The last of --include and --exclude that matches decides. */
export function createFilter(options: Options): FileFilter {
  const { include, exclude, excludeFolder } = filterLetters;
  const rules = options.words
    .filter(({ letter }) => letter === include || letter === exclude)
    .map(({ letter, value }) => ({ allows: letter === include, matches: nameMatcher(value) }));
  const folders = options.all(excludeFolder).map((glob) => nameMatcher(glob));
  const namesOf = (path: string, isOperand: boolean) =>
    isOperand ? [path.replace(/(?<=.)\/+$/, ''), baseName(path)] : [baseName(path)];
  return {
    allowsFile(path, isOperand) {
      const names = namesOf(path, isOperand);
      const rule = rules.findLast(({ matches }) => names.some(matches));
      return rule?.allows ?? rules[0]?.allows !== true;
    },
    allowsFolder: (path, isOperand) =>
      !namesOf(path, isOperand).some((name) => folders.some((matches) => matches(name))),
  };
}

type WalkDeps = {
  context: CommandContext;
  filter: FileFilter;
  recursive: boolean;
  /** Follows links in folders, too (-R). */
  followsLinks: boolean;
  /** Leaves out folders without a message (-d skip). */
  skipsFolders: boolean;
  report(message: string): void;
};

/** The paths as grep shows them. The operand '' is the shell's folder, whose name is not shown. */
export async function* selectFiles(operands: readonly string[], deps: WalkDeps): AsyncGenerator<string> {
  for (const operand of operands) {
    if (operand === '-') yield operand;
    else yield* selectAt(operand, true, deps);
  }
}

async function* selectAt(path: string, isOperand: boolean, deps: WalkDeps): AsyncGenerator<string> {
  const { context, filter, report } = deps;
  if (context.signal?.aborted) throw new CommandError('stopped', 124);
  try {
    const { isDirectory } = await context.fs.stat(pathOf(context, path));
    if (!isDirectory) {
      if (filter.allowsFile(path, isOperand)) yield path;
    } else if (!filter.allowsFolder(path, isOperand)) return;
    else if (deps.recursive) yield* selectInside(path, deps);
    else if (!deps.skipsFolders) report(`${path}: Is a directory`);
  } catch (error) {
    if (error instanceof CommandError || hasCode(error, 'EINTR')) throw error;
    report(`${path}: ${describeFileError(error)}`);
  }
}

async function* selectInside(folder: string, deps: WalkDeps): AsyncGenerator<string> {
  const { fs } = deps.context;
  for (const name of (await fs.readdir(pathOf(deps.context, folder))).sort()) {
    const path = folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;
    const isSkipped = !deps.followsLinks && (await fs.lstat(pathOf(deps.context, path))).isSymbolicLink;
    if (!isSkipped) yield* selectAt(path, false, deps);
  }
}
