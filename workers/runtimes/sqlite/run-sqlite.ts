/** Runs a call of `sqlite3`: arguments, or lines of input, each of which is SQL or a dot-command. */
import { messageOf } from '#shared/message-of.ts';
import { isComplete } from './is-complete.ts';
import { dotCommands, QuitError, usesFiles } from './dot-commands.ts';
import { openSession, type SessionDeps, type SqliteSession } from './session.ts';
import { splitWords } from './split-words.ts';

export type SqliteProgram = {
  path: string;
  /** Run first, from `-cmd` and `-init`. */
  first: readonly string[];
  /** Statements of the command line; if there are none, `input` is read. */
  statements: readonly string[];
  input: string;
  isEcho: boolean;
  isBail: boolean;
  /** `-safe`: no files other than the database are read or written. */
  isSafe: boolean;
};

/** Maximum nesting of `.read`, as in SQLite's shell; a file that reads itself would not end. */
const maxNested = 25;

type SqliteEnd = { stdout: string; stderr: string; exitCode: number };

export async function runSqlite(program: SqliteProgram, deps: SessionDeps): Promise<SqliteEnd> {
  const session = await openSession(deps, program.path);
  Object.assign(session, { isEcho: program.isEcho, isBail: program.isBail, isSafe: program.isSafe });
  let exitCode: number;
  try {
    exitCode = await run(session, program);
    await session.redirect(undefined, false);
    await session.save();
  } finally {
    session.close();
  }
  return { ...session.taken(), exitCode };
}

async function run(session: SqliteSession, program: SqliteProgram): Promise<number> {
  const { first, statements, input } = program;
  try {
    for (const text of first) await runLines(session, text);
    if (statements.length === 0) return (await runLines(session, input)) ? 0 : 1;
    for (const statement of statements) {
      const code = await attempt(session, () => runOne(session, statement), 'Error: ');
      if (code !== 0) return code;
    }
    return 0;
  } catch (end) {
    if (end instanceof QuitError) return end.code;
    throw end;
  }
}

/** False if any statement failed. `nested`: the nesting depth of `.read`. */
async function runLines(session: SqliteSession, text: string, nested = 0): Promise<boolean> {
  if (nested > maxNested) throw new Error(`Input nesting limit (${maxNested}) reached. Check recursion.`);
  let isGood = true;
  let sql = '';
  let begun = 0;
  const lines = text.split('\n');
  const note = async (prefix: string, work: () => Promise<void>) => {
    if ((await attempt(session, work, prefix)) === 0) return;
    isGood = false;
    if (session.isBail) throw new QuitError(1);
  };
  for (const [at, line] of lines.entries()) {
    session.check();
    if (sql === '') begun = at + 1;
    if (sql === '' && line.trim() === '') continue;
    if (sql === '' && line.startsWith('.')) {
      await note(`line ${at + 1}: Error: `, () => runOne(session, line, { at: at + 1, nested }));
      continue;
    }
    sql += `${sql === '' ? '' : '\n'}${line}`;
    if (!line.includes(';') || !isComplete(sql)) continue;
    const whole = sql;
    sql = '';
    await note(`Error near line ${begun}: `, () => runOne(session, whole));
  }
  // The last statement needs no semicolon.
  if (sql.trim() !== '') await note(`Error near line ${begun}: `, () => runOne(session, sql));
  return isGood;
}

/** `at`: the line number of the input; 0 for the command line. */
async function runOne(
  session: SqliteSession,
  text: string,
  { at, nested } = { at: 0, nested: 0 },
): Promise<void> {
  if (session.isEcho) session.print(`${text}\n`);
  if (!text.startsWith('.')) {
    session.execute(text);
    return session.endOnce();
  }
  const [name = '', ...args] = splitWords(text.slice(1));
  const full = findCommand(name);
  if (full === undefined)
    throw new Error(`unknown command or invalid arguments:  "${name}". Enter ".help" for help`);
  if (session.isSafe) refuseUnsafe(session, full, args, at);
  await dotCommands[full]?.(session, args, (lines) => runLines(session, lines, nested + 1));
  // `.once` starts a redirection that ends after the next statement.
  if (name !== 'once') await session.endOnce();
}

/** Finds a dot-command by its name or a prefix of it. */
function findCommand(name: string): string | undefined {
  if (name === '') return undefined;
  return Object.hasOwn(dotCommands, name)
    ? name
    : Object.keys(dotCommands).find((each) => each.startsWith(name));
}

/** Ends the program if a command is not allowed in safe mode, as SQLite's shell does. */
function refuseUnsafe(session: SqliteSession, name: string, args: readonly string[], line: number): void {
  const isOtherFile = name === 'open' && args.some((each) => !each.startsWith('-') && each !== ':memory:');
  if (!isOtherFile && !usesFiles.includes(name)) return;
  const what = isOtherFile ? 'open disk-based database files' : `run .${name}`;
  session.warn(`line ${line}: cannot ${what} in safe mode\n`);
  throw new QuitError(1);
}

async function attempt(session: SqliteSession, work: () => Promise<void>, prefix: string): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    // Errors that end the whole command are not SQL errors.
    if (error instanceof QuitError || isEnd(error)) throw error;
    const message = messageOf(error);
    session.warn(`${prefix}${message}\n`);
    return codeOf(message);
  }
}

function isEnd(error: unknown): boolean {
  return error instanceof Error && 'exitCode' in error;
}

/** The result code of an error (https://sqlite.org/rescode.html), because sql.js reports only the message. */
function codeOf(message: string): number {
  if (/constraint failed/.test(message)) return 19;
  if (message.startsWith('database is locked')) return 5;
  if (message.includes('readonly database')) return 8;
  if (message.includes('not a database')) return 26;
  return message.includes('out of memory') ? 7 : 1;
}
