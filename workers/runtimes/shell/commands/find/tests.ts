/** The tests of find. */
import { compilePattern } from '../../patterns/pattern.ts';
import { PatternError } from '../../patterns/bracket.ts';
import type { Syntax } from '../../patterns/translate.ts';
import { CommandError, describeFileError, pathOf, runWords } from '../command.ts';
import { nameMatcher } from '../glob-regexp.ts';
import { takeWord, type Words } from './expression.ts';
import { type FoundFile, linksOf, owner, typeOf } from './found-file.ts';
import { compares, readComparison, readMode, readSize } from './numbers.ts';
import type { Evaluate, FindRun } from './run.ts';

type ReadTest = (word: string, run: FindRun, name: string) => Evaluate | Promise<Evaluate>;

/** Reads a test and its argument; undefined if there is no such test. */
export async function readTest(name: string, words: Words, run: FindRun): Promise<Evaluate | undefined> {
  const plain = plainTests[name];
  if (plain) return plain(run);
  const newer = /^-newer([aBcm])([aBcmt])$/.exec(name);
  if (newer) return readNewer(takeWord(words, name), run, newer[1] ?? '', newer[2] ?? '');
  const read = testsWithWord[name];
  return read?.(takeWord(words, name), run, name);
}

const plainTests: Readonly<Record<string, (run: FindRun) => Evaluate>> = {
  '-true': () => () => true,
  '-false': () => () => false,
  '-nouser': () => () => false,
  '-nogroup': () => () => false,
  '-empty': (run) => async (file) => {
    if (file.stat.isDirectory)
      return (await run.context.fs.readdir(pathOf(run.context, file.path))).length === 0;
    return file.stat.isFile && file.stat.size === 0;
  },
  '-readable': () => () => true,
  '-writable': () => () => true,
  '-executable':
    () =>
    ({ stat }) =>
      (stat.mode & 0o111) !== 0,
};

const matching =
  (valueOf: (file: FoundFile) => string | undefined, ignoreCase = false): ReadTest =>
  (glob) => {
    const matches = nameMatcher(glob, { ignoreCase });
    // No path that find shows ends with a slash, but `/`.
    if (/.\/$/.test(glob)) return () => false;
    return (file) => {
      const value = valueOf(file);
      return value !== undefined && matches(value);
    };
  };

const byName = (file: FoundFile) => file.name;
const byPath = (file: FoundFile) => file.path;
const byTarget = (file: FoundFile) => file.target;

const ofOwner: ReadTest = (word) => {
  if (word !== owner.name && !/^\d+$/.test(word))
    throw new CommandError(`‘${word}’ is not the name of a known user`);
  return () => word === owner.name || Number(word) === owner.id;
};

const byId: ReadTest = (word, _, name) => {
  const comparison = readComparison(word, name);
  return () => compares(owner.id, comparison);
};

const dayMs = 86_400_000;
const minuteMs = 60_000;

const daysOld: ReadTest = (word, { now }, name) => {
  const comparison = readComparison(word, name, { fractions: true });
  return ({ stat }) => compares(Math.floor((now - stat.mtime.getTime()) / dayMs), comparison);
};

/** A file whose age is between `n - 1` and `n` minutes is `n` minutes old. */
const minutesOld: ReadTest = (word, { now }, name) => {
  const { sign, amount } = readComparison(word, name, { fractions: true });
  return ({ stat }) => {
    const age = (now - stat.mtime.getTime()) / minuteMs;
    if (sign === '') return age < amount && age >= amount - 1;
    return sign === '+' ? age > amount : age < amount;
  };
};

const withoutAccess: ReadTest = (_, __, name) => {
  throw new CommandError(`${name}: times of access are not stored here; there is -mtime`, 2);
};

const missing =
  (what: string): ReadTest =>
  (_, __, name) => {
    throw new CommandError(`${name}: ${what} do not exist here`, 2);
  };

const testsWithWord: Readonly<Record<string, ReadTest>> = {
  ...{ '-name': matching(byName), '-iname': matching(byName, true) },
  ...{ '-path': matching(byPath), '-ipath': matching(byPath, true) },
  ...{ '-wholename': matching(byPath), '-iwholename': matching(byPath, true) },
  ...{ '-lname': matching(byTarget), '-ilname': matching(byTarget, true) },
  '-regex': (word, run) => regexTest(word, run.regexType, false),
  '-iregex': (word, run) => regexTest(word, run.regexType, true),
  '-type': (word) => typeTest(word, '-type', ({ stat }) => typeOf(stat)),
  '-xtype': (word, { context }) =>
    typeTest(word, '-xtype', async (file) =>
      context.fs.stat(pathOf(context, file.path)).then(typeOf, () => 'l'),
    ),
  '-size': (word) => {
    const isSize = readSize(word);
    return ({ stat }) => isSize(stat.size);
  },
  '-perm': (word) => {
    const isMode = readMode(word);
    return ({ stat }) => isMode(stat.mode);
  },
  '-links': (word, { context }, name) => {
    const comparison = readComparison(word, name);
    return async (file) => compares(await linksOf(context, file), comparison);
  },
  ...{ '-user': ofOwner, '-group': ofOwner, '-uid': byId, '-gid': byId },
  ...{ '-mtime': daysOld, '-ctime': daysOld, '-mmin': minutesOld, '-cmin': minutesOld },
  ...{ '-atime': withoutAccess, '-amin': withoutAccess, '-anewer': withoutAccess, '-used': withoutAccess },
  '-newer': (word, run) => readNewer(word, run, 'm', 'm'),
  '-cnewer': (word, run) => readNewer(word, run, 'c', 'm'),
  '-samefile': async (word, { context }) => {
    const path = pathOf(context, word);
    const { identity } = await statOf(word, context);
    return ({ stat, path: each }) =>
      identity === undefined ? pathOf(context, each) === path : stat.identity === identity;
  },
  ...{ '-inum': missing('numbers of inodes'), '-fstype': missing('types of file systems') },
  '-context': missing('contexts of SELinux'),
};

function typeTest(
  word: string,
  name: string,
  valueOf: (file: FoundFile) => string | Promise<string>,
): Evaluate {
  const types = word.split(',');
  const wrong = types.find((type) => !/^[bcdpflsD]$/.test(type));
  if (wrong !== undefined) throw new CommandError(`Unknown argument to ${name}: ${wrong}`);
  return async (file) => types.includes(await valueOf(file));
}

const regexTypes: Readonly<Record<string, Syntax>> = {
  ...{ 'findutils-default': { emacs: true }, emacs: { emacs: true } },
  ...{ 'posix-basic': {}, ed: {}, sed: {}, grep: { lenient: true } },
  ...{ 'posix-extended': { extended: true }, 'posix-egrep': { extended: true, lenient: true } },
  ...{ egrep: { extended: true, lenient: true }, awk: { extended: true } },
  ...{ 'gnu-awk': { extended: true }, 'posix-awk': { extended: true } },
};

export function requireRegexType(type: string): void {
  if (!Object.hasOwn(regexTypes, type))
    throw new CommandError(
      `Unknown regular expression type ‘${type}’; valid types are ${Object.keys(regexTypes).join(', ')}.`,
    );
}

/** The expression matches the whole path. */
function regexTest(word: string, type: string, ignoreCase: boolean): Evaluate {
  try {
    const pattern = compilePattern(word, { ...regexTypes[type], ignoreCase, whole: true });
    return ({ path }) => pattern.test(path);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new CommandError(error.message);
  }
}

async function readNewer(word: string, run: FindRun, own: string, other: string): Promise<Evaluate> {
  if (own === 'a' || other === 'a' || own === 'B' || other === 'B')
    throw new CommandError(`-newer${own}${other}: times of access and birth are not stored here`, 2);
  const time = other === 't' ? await readDate(word, run) : (await statOf(word, run.context)).mtime.getTime();
  return ({ stat }) => stat.mtime.getTime() > time;
}

async function statOf(name: string, context: FindRun['context']) {
  return context.fs.stat(pathOf(context, name)).catch((error: unknown) => {
    throw new CommandError(`‘${name}’: ${describeFileError(error)}`);
  });
}

/** `date` knows all forms of dates. */
async function readDate(word: string, { context }: FindRun): Promise<number> {
  const { stdout, exitCode } = await runWords(context, ['date', '-d', word, '+%s.%3N'], '');
  if (exitCode !== 0)
    throw new CommandError(`I cannot figure out how to interpret ‘${word}’ as a date or time`);
  return Math.round(Number(stdout) * 1000);
}
