/** `find` as GNU find 4.9 has it. That of just-bash ignores tests and errors, and has few actions. */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { bytes, command, type CommandContext, CommandError, describeFileError, pathOf } from '../command.ts';
import { hasCode } from '../../fs/errno.ts';
import { readAction } from './actions.ts';
import { parseExpression, takeWord, type Words } from './expression.ts';
import type { LinkMode } from './found-file.ts';
import type { Evaluate, FindRun } from './run.ts';
import { readTest, requireRegexType } from './tests.ts';
import { walk } from './walk.ts';

export const find = command('find', 1, async (args, context) => {
  const words = [...args];
  const links = takeLinkMode(words);
  const start = words.findIndex((word) => /^-.|^[(!),]$/.test(word));
  const starts = words.splice(0, start < 0 ? words.length : start);
  const out = createOutputs(context);
  const run: FindRun = {
    ...{ context, now: Date.now(), links, maxDepth: Infinity, minDepth: 0, isDepthFirst: false },
    ...{ staysOnDevice: false, regexType: 'emacs', hasAction: false, isPruned: false, isDone: false },
    ...{ exitCode: 0, atEnd: [], write: out.write, writeBytes: out.writeBytes },
    report(message) {
      run.exitCode = 1;
      out.addError(`find: ${message}\n`);
    },
    warn: (message) => out.addError(`find: warning: ${message}\n`),
    pass: out.addError,
  };
  const matches = await parseExpression(words, readPrimary, run);
  await out.open();
  await walk(starts.length > 0 ? starts : ['.'], run.hasAction ? matches : printing(matches, run), run);
  for (const finish of run.atEnd) await finish();
  await out.save();
  return bytes(out.stdout(), run.exitCode, out.stderr());
});

/** -H, -L and -P come first; -O and -D change only how GNU find works. */
function takeLinkMode(words: string[]): LinkMode {
  let links: LinkMode = 'never';
  for (let word = words[0]; word !== undefined && /^-([HLP]|O\d?|D)$/.test(word); word = words[0]) {
    words.shift();
    if (word === '-D') words.shift();
    const mode = ({ '-H': 'operands', '-L': 'always', '-P': 'never' } as const)[word];
    links = mode ?? links;
  }
  if (words[0] === '--') words.shift();
  return links;
}

function printing(matches: Evaluate, run: FindRun): Evaluate {
  return async (file) => {
    const isMatch = await matches(file);
    if (isMatch && !run.isDone) run.write(`${file.path}\n`);
    return isMatch;
  };
}

async function readPrimary(name: string, words: Words, run: FindRun): Promise<Evaluate | undefined> {
  return readOption(name, words, run) ?? readAction(name, words, run) ?? readTest(name, words, run);
}

/** Options are always true. */
function readOption(name: string, words: Words, run: FindRun): Evaluate | undefined {
  switch (name) {
    case '-maxdepth':
      run.maxDepth = readDepth(takeWord(words, name), name);
      break;
    case '-mindepth':
      run.minDepth = readDepth(takeWord(words, name), name);
      break;
    case '-depth':
    case '-d':
      run.isDepthFirst = true;
      break;
    case '-xdev':
    case '-mount':
      run.staysOnDevice = true;
      break;
    case '-follow':
      run.links = 'always';
      break;
    case '-regextype':
      run.regexType = takeWord(words, name);
      requireRegexType(run.regexType);
      break;
    case '-daystart':
      run.now = endOfDay(run.now);
      break;
    case '-noleaf':
    case '-warn':
    case '-nowarn':
    case '-ignore_readdir_race':
    case '-noignore_readdir_race':
      break;
    default:
      return undefined;
  }
  return () => true;
}

function readDepth(word: string, name: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  throw new CommandError(`Expected a positive decimal integer argument to ${name}, but got ‘${word}’`);
}

const dayMs = 86_400_000;

/** -daystart counts ages from the end of the day. */
function endOfDay(time: number): number {
  return Math.ceil(time / dayMs) * dayMs;
}

/** The standard output, the errors, and the files of -fprint. */
function createOutputs(context: CommandContext) {
  const stdout: string[] = [];
  const files = new Map<string, string[]>();
  let stderr = '';
  const partsOf = (name: string | undefined) => {
    if (name === undefined || name === '/dev/stdout') return stdout;
    const parts = files.get(name) ?? [];
    files.set(name, parts);
    return parts;
  };
  const save = async () => {
    for (const [name, parts] of files) await write(context, name, parts.join(''));
  };
  return {
    write: (text: string, name?: string) => void partsOf(name).push(bytesOfText(text)),
    writeBytes: (text: string) => void stdout.push(text),
    addError: (text: string) => void (stderr += text),
    stdout: () => stdout.join(''),
    stderr: () => stderr,
    /** Empties the files. */
    open: save,
    save,
  };
}

async function write(context: CommandContext, name: string, content: string): Promise<void> {
  try {
    await context.fs.writeFile(pathOf(context, name), content, 'latin1');
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    throw new CommandError(`‘${name}’: ${describeFileError(error)}`);
  }
}
