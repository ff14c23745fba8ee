/** The dot-commands of `sqlite3`. */
import { printDump, printSchema, printTables } from './dump.ts';
import { importRows } from './import-rows.ts';
import { modes, type Mode } from './row-writers.ts';
import type { SqliteSession } from './session.ts';
import { unescape } from './split-words.ts';

/** Thrown by `.quit` and `.exit`. */
export class QuitError extends Error {
  readonly code: number;

  constructor(code: number) {
    super('quit');
    this.code = code;
  }
}

/** `runLines` runs a text as if it were read from the input. */
type DotCommand = (
  session: SqliteSession,
  args: readonly string[],
  runLines: (text: string) => Promise<boolean>,
) => Promise<void> | void;

const quit: DotCommand = (_, [code = '0']) => {
  throw new QuitError(Number(code) & 0xff);
};

const save: DotCommand = async (session, args) => {
  const path = args.at(-1);
  if (path === undefined) throw new Error('missing FILENAME argument on .save');
  await session.files.write(path, session.export());
};

const nothing: DotCommand = () => undefined;

/** Dot-commands by name, in the order in which an abbreviated name is looked up. */
export const dotCommands: Readonly<Record<string, DotCommand>> = {
  backup: save,
  bail: (session, [value]) => void (session.isBail = isOn(value)),
  databases(session) {
    for (const [name, file] of session.select('SELECT name, file FROM pragma_database_list'))
      session.print(`${String(name)}: ${file === '' ? '""' : 'open'} r/w\n`);
  },
  dump: (session, [pattern]) => printDump(session, pattern),
  echo: (session, [value]) => void (session.isEcho = isOn(value)),
  exit: quit,
  headers(session, [value]) {
    session.style.hasHeader = isOn(value);
    session.isHeaderSet = true;
  },
  help: (session) => session.print(help),
  import: importFile,
  indexes: (session, [pattern]) => printTables(session, 'indexes', pattern),
  indices: (session, [pattern]) => printTables(session, 'indexes', pattern),
  mode: setMode,
  nullvalue: (session, [value = '']) => void (session.style.nullValue = value),
  once: (session, [path]) => session.redirect(need(path, '.once FILE'), true),
  open: (session, args) => session.open(args.find((each) => !each.startsWith('-')) ?? ':memory:'),
  output: (session, [path]) => session.redirect(path === 'stdout' ? undefined : path, false),
  print: (session, args) => session.print(`${args.join(' ')}\n`),
  quit,
  async read(session, [path], runLines) {
    const file = need(path, '.read FILE');
    if ((await session.files.size(file)) === undefined) throw new Error(`cannot open "${file}"`);
    if (!(await runLines(new TextDecoder().decode(await session.files.read(file)))))
      throw new Error(`${file} has errors`);
  },
  save,
  schema: (session, args) =>
    printSchema(
      session,
      args.find((each) => !each.startsWith('-')),
    ),
  separator(session, [separator, rowEnd]) {
    session.style.separator = unescape(need(separator, '.separator COLUMN ?ROW?'));
    if (rowEnd !== undefined) session.style.rowEnd = unescape(rowEnd);
  },
  tables: (session, [pattern]) => printTables(session, 'tables', pattern),
  // Accepted without effect: settings that a script may change, and commands that need a person.
  ...{ changes: nothing, eqp: nothing, progress: nothing, prompt: nothing, stats: nothing },
  ...{ timeout: nothing, timer: nothing, width: nothing },
};

/** Dot-commands that read or write a file other than the database. */
export const usesFiles: readonly string[] = ['backup', 'import', 'once', 'output', 'read', 'save'];

function setMode(session: SqliteSession, [name, table]: readonly string[]): void {
  if (name === undefined) return session.print(`current output mode: ${session.style.mode}\n`);
  const mode = modes.find((each) => each === name) ?? modes.find((each) => each.startsWith(name));
  if (!mode) throw new Error(`mode should be one of: ${modes.join(' ')}`);
  session.style = { ...session.style, ...styleOf(mode), ...(table === undefined ? {} : { table }) };
  if (mode === 'column' && !session.isHeaderSet) session.style.hasHeader = true;
}

/** The other settings that `.mode` changes. */
function styleOf(mode: Mode): { mode: Mode; separator?: string; rowEnd?: string } {
  if (mode === 'csv') return { mode, separator: ',', rowEnd: '\r\n' };
  if (mode === 'quote') return { mode, separator: ',', rowEnd: '\n' };
  if (mode === 'tabs') return { mode, separator: '\t' };
  return mode === 'list' ? { mode, separator: '|', rowEnd: '\n' } : { mode };
}

async function importFile(session: SqliteSession, args: readonly string[]): Promise<void> {
  const left = [...args];
  const names: string[] = [];
  let skip = 0;
  let isCsv = session.style.mode === 'csv';
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (/^--?csv$/.test(arg)) isCsv = true;
    else if (/^--?skip$/.test(arg)) skip = Number(left.shift() ?? 0);
    else if (arg.startsWith('-') && arg.length > 1) throw new Error(`unknown option: "${arg}"`);
    else names.push(arg);
  }
  const [path, table] = names;
  if (path === undefined || table === undefined)
    throw new Error('usage: .import [--csv] [--skip N] FILE TABLE');
  // As in SQLite's shell: rows that are written afterwards end like those of the file.
  if (isCsv && session.style.rowEnd === '\r\n') session.style.rowEnd = '\n';
  await importRows(session, { path, table, skip, separator: isCsv ? ',' : session.style.separator });
}

function isOn(value = 'on'): boolean {
  return /^(on|yes|true|1)$/i.test(value);
}

function need(value: string | undefined, usage: string): string {
  if (value === undefined) throw new Error(`usage: ${usage}`);
  return value;
}

const help = `.bail on|off             Stop after an error
.databases               Names of the databases
.dump ?TABLE?            The database as SQL
.echo on|off             Print each statement
.exit ?CODE?             End
.headers on|off          Print the names of columns
.import FILE TABLE       Rows of a file into a table; --csv, --skip N
.indexes ?TABLE?         Names of the indexes
.mode MODE               ${modes.join(' ')}
.nullvalue TEXT          What stands for NULL
.once FILE               The next output into a file
.open FILE               Another database
.output ?FILE?           Output into a file, or back
.print TEXT              Print a text
.quit                    End
.read FILE               Run the lines of a file
.save FILE               Write the database into a file
.schema ?TABLE?          The statements that made it
.separator COLUMN ?ROW?  What separates columns and rows
.tables ?PATTERN?        Names of the tables
`;
