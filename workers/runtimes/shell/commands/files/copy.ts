/** `cp` and `mv`. Those of just-bash lack `-t`, `-u`, `-T` and `--parents`, and `-v` prints other names. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  joinLines,
  pathOf,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { hasCode } from '../../fs/errno.ts';
import { type Options, parseOptions } from '../options.ts';

const spec =
  'f/force i/interactive n/no-clobber v/verbose u/update b/backup S/suffix= t/target-directory= T/no-target-directory Z';

export const cp = command('cp', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) => word.replace(/^--(preserve|no-preserve|reflink|sparse|backup)=.*$/, '--$1')),
    spec,
    'r/recursive R a/archive p/preserve P/no-dereference d H L/dereference l/link s/symbolic-link x/one-file-system',
    'D/parents !/no-preserve @/reflink #/sparse',
  );
  if (options.has('l') || options.has('s')) throw new CommandError('links are not possible here');
  const isRecursive = ['r', 'R', 'a'].some((letter) => options.has(letter));
  return transfer(context, 'cp', options, async (from, to, name) => {
    const stat = await context.fs.stat(from);
    if (stat.isDirectory && !isRecursive)
      throw new CommandError(`-r not specified; omitting directory '${name}'`);
    if (stat.isDirectory && `${to}/`.startsWith(`${from}/`))
      throw new CommandError(`cannot copy a directory, '${name}', into itself, '${to}'`);
    await context.fs.cp(from, to, { recursive: true });
    if (options.has('p') || options.has('a')) {
      // A copy: the library revokes the objects of a command at its end.
      const time = new Date(stat.mtime.getTime());
      await context.fs.utimes(to, time, time);
    }
  });
});

export const mv = command('mv', 1, async (args, context) => {
  const options = parseOptions(args, spec, 'D/strip-trailing-slashes');
  return transfer(context, 'mv', options, async (from, to, name) => {
    if (`${to}/`.startsWith(`${from}/`))
      throw new CommandError(`cannot move '${name}' to a subdirectory of itself, '${to}'`);
    await context.fs.mv(from, to);
  });
});

type Transfer = (from: string, to: string, name: string) => Promise<void>;

/** Each operand on its own: what fails is reported, the others are done. */
async function transfer(context: CommandContext, name: string, options: Options, act: Transfer) {
  const { names, folder, target } = await targetOf(context, options);
  const replaces = replacementOf(name, options);
  const made: Made = { sources: new Set(), targets: new Set() };
  const lines: string[] = [];
  let [errors, warnings] = ['', ''];
  for (const source of names) {
    const isWhole = name === 'cp' && options.has('D');
    if (name === 'cp' && !options.has('b') && made.sources.has(pathOf(context, source))) {
      warnings += `cp: warning: source file '${source}' specified more than once\n`;
      continue;
    }
    const shown = folder === undefined ? target : inFolder(folder, source, isWhole);
    try {
      const done = await transferOne(context, options, { source, shown, act, isWhole, replaces, made });
      const verb = name === 'mv' ? 'renamed ' : '';
      if (done && options.has('v')) lines.push(bytesOfText(`${verb}'${source}' -> '${shown}'`));
    } catch (error) {
      if (hasCode(error, 'EINTR')) throw error;
      errors += `${name}: ${failureOf(name, source, error)}\n`;
    }
  }
  return bytes(joinLines(lines), errors ? 1 : 0, warnings + errors);
}

function inFolder(folder: string, source: string, isWhole: boolean): string {
  const last = source.replace(/\/+$/, '').split('/').at(-1) ?? source;
  // `cp -r a/. b` copies the content of a folder.
  const inside = isWhole ? source : last === '.' ? '' : last;
  return `${folder.replace(/\/+$/, '')}/${inside}`.replace(/\/$/, '');
}

function failureOf(name: string, source: string, error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return `cannot ${name === 'cp' ? 'copy' : 'move'} '${source}': ${describeFileError(error)}`;
}

/** Which targets that are there are replaced. */
type Replacement = 'all' | 'none' | 'older';

/** Paths of the files that this command copied or moved: none replaces another. */
type Made = { sources: Set<string>; targets: Set<string> };

/** `-i` asks, and nobody answers: it keeps the target. For `mv`, the last of `-f`, `-i` and `-n` counts. */
function replacementOf(name: string, options: Options): Replacement {
  const update = options.has('u') ? options.value('u') || 'older' : 'all';
  if (update !== 'all' && update !== 'none' && update !== 'older')
    throw new CommandError(`invalid argument '${update}' for '--update': use all, none or older`);
  const asked = options.order.filter((letter) => (name === 'mv' ? 'fin' : 'in').includes(letter)).at(-1);
  return asked === 'i' || asked === 'n' ? 'none' : update;
}

type One = {
  source: string;
  shown: string;
  act: Transfer;
  isWhole: boolean;
  replaces: Replacement;
  made: Made;
};

/** False if the target stays as it is. */
async function transferOne(context: CommandContext, options: Options, one: One): Promise<boolean> {
  const { source, shown, act, isWhole, made } = one;
  const { fs } = context;
  const [from, to] = [pathOf(context, source), pathOf(context, shown)];
  if (!(await fs.exists(from))) throw new CommandError(`cannot stat '${source}': No such file or directory`);
  if (from === to) throw new CommandError(`'${source}' and '${shown}' are the same file`);
  if (isWhole) await fs.mkdir(to.slice(0, to.lastIndexOf('/')) || '/', { recursive: true });
  if ((await fs.exists(to)) && !(await mayReplace(context, options, one))) return false;
  const { isDirectory } = await fs.stat(from);
  await act(from, to, source);
  if (isDirectory) return true;
  made.sources.add(from);
  made.targets.add(to);
  return true;
}

/** Throws if one is a folder and the other is not; with `-b`, moves the target away. */
async function mayReplace(
  context: CommandContext,
  options: Options,
  { source, shown, replaces, made }: One,
): Promise<boolean> {
  const { fs } = context;
  const to = pathOf(context, shown);
  const [one, other] = [await fs.stat(pathOf(context, source)), await fs.stat(to)];
  if (other.isDirectory && !one.isDirectory)
    throw new CommandError(`cannot overwrite directory '${shown}' with non-directory`);
  if (!other.isDirectory && one.isDirectory)
    throw new CommandError(`cannot overwrite non-directory '${shown}' with directory '${source}'`);
  if (replaces === 'none' || (replaces === 'older' && other.mtime >= one.mtime)) return false;
  if (made.targets.has(to))
    throw new CommandError(`will not overwrite just-created '${shown}' with '${source}'`);
  if (options.has('b') && !other.isDirectory) await fs.mv(to, to + (options.value('S') ?? '~'));
  return true;
}

/** `folder` is set if the target is a folder into which the sources go. */
async function targetOf(context: CommandContext, options: Options) {
  const names = [...options.operands];
  const target = options.value('t') ?? names.pop();
  if (target === undefined) throw new CommandError('missing file operand');
  if (names.length === 0) throw new CommandError(`missing destination file operand after '${target}'`);
  const path = pathOf(context, target);
  const isFolder = (await context.fs.exists(path)) && (await context.fs.stat(path)).isDirectory;
  const needsFolder = options.has('t') || names.length > 1 || options.has('D');
  if (needsFolder && !isFolder) throw new CommandError(`target '${target}' is not a directory`);
  return { names, folder: isFolder && !options.has('T') ? target : undefined, target };
}
