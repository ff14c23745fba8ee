/** The actions of find. */
import { bytesOf, CommandError, describeFileError, pathOf, quote, runWords, runHere } from '../command.ts';
import { hasCode } from '../../fs/errno.ts';
import { takeWord, type Words } from './expression.ts';
import type { FoundFile } from './found-file.ts';
import { listLine, readFormat } from './printf.ts';
import type { Evaluate, FindRun } from './run.ts';

type ReadAction = (words: Words, run: FindRun, name: string) => Evaluate;

/** Reads an action and its arguments; undefined if there is no such action. */
export function readAction(name: string, words: Words, run: FindRun): Evaluate | undefined {
  if (!Object.hasOwn(actions, name)) return undefined;
  // These two print nothing and do nothing to the file.
  if (name !== '-prune' && name !== '-quit') run.hasAction = true;
  return actions[name]?.(words, run, name);
}

const printing =
  (end: string): ReadAction =>
  (_, run) =>
  ({ path }) => {
    run.write(path + end);
    return true;
  };

const printingTo =
  (end: string): ReadAction =>
  (words, run, name) => {
    const file = takeWord(words, name);
    run.write('', file);
    return ({ path }) => {
      run.write(path + end, file);
      return true;
    };
  };

const refused: ReadAction = (_, __, name) => {
  throw new CommandError(`${name} asks a person, which is not possible here; there is -exec`, 2);
};

const actions: Readonly<Record<string, ReadAction>> = {
  ...{ '-print': printing('\n'), '-print0': printing('\0') },
  ...{ '-fprint': printingTo('\n'), '-fprint0': printingTo('\0') },
  '-printf': (words, run, name) => formatted(takeWord(words, name), run),
  '-fprintf': (words, run, name) => {
    const file = takeWord(words, name);
    run.write('', file);
    return formatted(takeWord(words, name), run, file);
  },
  '-ls': (_, run) => listing(run),
  '-fls': (words, run, name) => {
    const file = takeWord(words, name);
    run.write('', file);
    return listing(run, file);
  },
  '-prune': (_, run) => () => {
    run.isPruned = true;
    return true;
  },
  '-quit': (_, run) => () => {
    run.isDone = true;
    return true;
  },
  '-delete': (_, run) => {
    run.isDepthFirst = true;
    return (file) => remove(file, run);
  },
  '-exec': (words, run, name) => executing(words, run, name, false),
  '-execdir': (words, run, name) => executing(words, run, name, true),
  ...{ '-ok': refused, '-okdir': refused },
};

function formatted(format: string, run: FindRun, name?: string): Evaluate {
  const show = readFormat(format, run);
  return async (file) => {
    run.write(await show(file), name);
    return true;
  };
}

function listing(run: FindRun, name?: string): Evaluate {
  return async (file) => {
    run.write(await listLine(file, run), name);
    return true;
  };
}

async function remove({ path, stat, depth }: FoundFile, run: FindRun): Promise<boolean> {
  // The folder `.` stays, as in GNU find.
  if (depth === 0 && path === '.') return true;
  const { fs } = run.context;
  const at = pathOf(run.context, path);
  try {
    if (stat.isDirectory && (await fs.readdir(at)).length > 0) {
      run.report(`cannot delete ‘${path}’: Directory not empty`);
      return false;
    }
    await fs.rm(at, { recursive: stat.isDirectory });
    return true;
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    run.report(`cannot delete ‘${path}’: ${describeFileError(error)}`);
    return false;
  }
}

type Command = { words: readonly string[]; run: FindRun; isInFolder: boolean };

/** `-exec … ;` runs a command for each file, `-exec … {} +` for many at once. */
function executing(words: Words, run: FindRun, name: string, isInFolder: boolean): Evaluate {
  const rest = words.words.slice(words.at);
  const end = rest.findIndex((word, at) => word === ';' || (word === '+' && rest[at - 1] === '{}'));
  if (end < 1) throw new CommandError(`missing argument to \`${name}'`);
  words.at += end + 1;
  const command = { words: rest.slice(0, end), run, isInFolder };
  if (rest[end] === ';') return (file) => execute(command, [file]);
  if (command.words.filter((word) => word.includes('{}')).length > 1)
    throw new CommandError(`Only one instance of {} is supported with ${name} ... +`);
  return collecting(command);
}

/** How many files one command gets. */
const filesPerCommand = 5000;

function collecting(command: Command): Evaluate {
  const { run, isInFolder } = command;
  const files: FoundFile[] = [];
  const flush = async () => {
    const waiting = files.splice(0);
    if (waiting.length === 0) return;
    if (!(await execute(command, waiting))) run.exitCode = 1;
  };
  run.atEnd.push(flush);
  return async (file) => {
    const [first] = files;
    if (first && isInFolder && folderOf(first) !== folderOf(file)) await flush();
    files.push(file);
    if (files.length >= filesPerCommand) await flush();
    return true;
  };
}

/** Whether the command succeeded. Its output becomes that of find. */
async function execute({ words, run, isInFolder }: Command, files: readonly FoundFile[]): Promise<boolean> {
  const names = files.map(({ path, name }) => (isInFolder ? `./${name}` : path));
  const line =
    names.length === 1
      ? words.map((word) => word.replaceAll('{}', () => names[0] ?? ''))
      : words.flatMap((word) => (word === '{}' ? names : [word]));
  const { context } = run;
  const [file] = files;
  const result =
    isInFolder && file
      ? await runHere(context, line.map(quote).join(' '), {
          cwd: pathOf(context, folderOf(file)),
          env: context.exportedEnv ?? {},
          stdin: '',
          ...(context.signal && { signal: context.signal }),
        })
      : await runWords(context, line, '');
  run.writeBytes(bytesOf(result));
  if (result.stderr !== '') run.pass(result.stderr);
  return result.exitCode === 0;
}

function folderOf({ path }: FoundFile): string {
  const slash = path.replace(/(?<=.)\/+$/, '').lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash) || '/';
}
