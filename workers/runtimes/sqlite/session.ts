/**
 * The session of one `sqlite3` command: its database, which is read from and written to a file as a whole,
 * and its output.
 */
import type { Database, SqlJs, SqlValue } from 'sql.js';
import { holdsSame, inWalMode, isSame, leaveWal, startsAsDatabase } from './database-file.ts';
import { openWriter, type RowStyle } from './row-writers.ts';

/** Maximum bytes of a database: it is in memory, and once more while it is written. */
const maxBytes = 128 * 1024 * 1024;
/** Maximum UTF-16 units of output. */
const maxOutput = 32_000_000;

/** File access of the command; paths may be relative to its working directory. */
export type SqliteFiles = {
  /** Undefined if there is no such file. */
  size(path: string): Promise<number | undefined>;
  read(path: string): Promise<Uint8Array>;
  write(path: string, content: Uint8Array | string): Promise<void>;
};

export type SqliteSession = {
  style: RowStyle;
  /** Whether the user has set the header option; otherwise `.mode column` turns it on. */
  isHeaderSet: boolean;
  isEcho: boolean;
  isBail: boolean;
  /** No files other than the database are read or written. */
  isSafe: boolean;
  files: SqliteFiles;
  print(text: string): void;
  warn(text: string): void;
  /** Executes all statements of a text and prints their rows. Throws SQLite's error. */
  execute(sql: string): void;
  /** Returns rows for internal use. */
  select(sql: string, values?: readonly SqlValue[]): SqlValue[][];
  /** Runs a statement once per row of values, atomically. */
  insert(sql: string, rows: Iterable<readonly SqlValue[]>): void;
  open(path: string): Promise<void>;
  /** The database in SQLite's file format. */
  export(): Uint8Array<ArrayBuffer>;
  /** Writes the database if it was changed. */
  save(): Promise<void>;
  /**
   * Redirects output to a file, which is written when the redirection ends; undefined: back to standard
   * output.
   */
  redirect(path: string | undefined, isOnce: boolean): Promise<void>;
  /** Call it after each statement: ends a redirection of `.once`. */
  endOnce(): Promise<void>;
  taken(): { stdout: string; stderr: string };
  /** Throws if the command must end. */
  check(): void;
  close(): void;
};

export type SessionDeps = {
  sql: SqlJs;
  files: SqliteFiles;
  style: RowStyle;
  isHeaderSet: boolean;
  isReadOnly: boolean;
  /** Locks a file: waits until no other command has it open. Resolves with the release. */
  take(path: string): Promise<() => void>;
  /** Throws if the command must end. Called between rows. */
  check(): void;
};

type Content = {
  database: Database;
  path: string | undefined;
  before: Uint8Array | undefined;
  /** The file is in the mode with a write-ahead log. */
  isWal?: boolean;
  /** A statement has set the mode of the journal. */
  isModeSet?: boolean;
};
type Opened = Content & { release(): void };

export async function openSession(deps: SessionDeps, path: string): Promise<SqliteSession> {
  const { files, style, check, isReadOnly } = deps;
  const output = createOutput(files);
  let opened = await openLocked(deps, path);

  const session: SqliteSession = {
    ...{
      style: { ...style },
      isHeaderSet: deps.isHeaderSet,
      isEcho: false,
      isBail: false,
      isSafe: false,
      files,
    },
    print: output.print,
    warn: output.warn,
    ...statementsOf(() => opened, { check, print: output.print, styleNow: () => session.style }),
    async open(next) {
      await session.save();
      shut(opened);
      // Never holds two locks, because two commands that open each other's file would deadlock.
      opened = inMemory(deps);
      const file = await openLocked(deps, next);
      shut(opened);
      opened = file;
    },
    export: () => opened.database.export(),
    async save() {
      const content = opened.database.export();
      if (opened.path === undefined || holdsSame(content, opened.before)) return;
      if (isReadOnly) throw new Error('attempt to write a readonly database');
      if (content.length > maxBytes) throw new Error(tooLarge(opened.path, content.length));
      if (!(await isUnchanged(files, opened.path, opened.before)))
        throw new Error(changedMeanwhile(opened.path));
      await files.write(opened.path, opened.isWal && !opened.isModeSet ? inWalMode(content) : content);
      opened.before = content;
    },
    ...{ redirect: output.redirect, endOnce: output.endOnce, taken: output.taken },
    check,
    close: () => shut(opened),
  };
  return session;
}

type Printing = { check(): void; print(text: string): void; styleNow(): RowStyle };

/** The functions that run SQL; `current` returns what is open. */
function statementsOf(
  current: () => Content,
  { check, print, styleNow }: Printing,
): Pick<SqliteSession, 'execute' | 'select' | 'insert'> {
  const statements: Pick<SqliteSession, 'execute' | 'select' | 'insert'> = {
    execute(sql) {
      if (/\bvacuum\b[^;]*\binto\b/i.test(sql)) throw new Error('VACUUM INTO is not here: use .save FILE');
      const opened = current();
      opened.isModeSet ||= /\bjournal_mode\s*[=(]/i.test(sql);
      for (const statement of opened.database.iterateStatements(sql)) {
        const columns = statement.getColumnNames();
        const writer = openWriter(styleNow(), columns, print);
        for (let count = 1; statement.step(); count++) {
          if (count % 256 === 0) check();
          if (columns.length > 0) writer.row(statement.get(null, { useBigInt: true }));
        }
        writer.end();
        if (/\battach\b/i.test(statement.getSQL())) refuseAttached(statements);
        check();
      }
    },
    select(sql, values = []) {
      const statement = current().database.prepare(sql);
      try {
        statement.bind(values);
        const rows: SqlValue[][] = [];
        while (statement.step()) rows.push(statement.get(null, { useBigInt: true }));
        return rows;
      } finally {
        statement.free();
      }
    },
    insert(sql, rows) {
      const { database } = current();
      database.run('SAVEPOINT oneclaw_insert');
      const statement = database.prepare(sql);
      try {
        for (const values of rows) {
          check();
          statement.run(values);
        }
        database.run('RELEASE oneclaw_insert');
      } catch (error) {
        database.run('ROLLBACK TO oneclaw_insert');
        database.run('RELEASE oneclaw_insert');
        throw error;
      } finally {
        statement.free();
      }
    },
  };
  return statements;
}

function inMemory({ sql }: Pick<SessionDeps, 'sql'>): Opened {
  return { database: new sql.Database(), path: undefined, before: undefined, release: () => undefined };
}

function shut({ database, release }: Opened): void {
  database.close();
  release();
}

/** Opens a database under its lock, unless it is read-only. Others may read it meanwhile. */
async function openLocked(deps: SessionDeps, path: string): Promise<Opened> {
  if (path === ':memory:' || path === '') return inMemory(deps);
  const release = deps.isReadOnly ? () => undefined : await deps.take(path);
  try {
    return { ...(await openDatabase(deps, path)), release };
  } catch (error) {
    release();
    throw error;
  }
}

async function openDatabase({ sql, files, isReadOnly }: SessionDeps, path: string): Promise<Content> {
  const size = await files.size(path);
  if (size === undefined) {
    if (isReadOnly) throw new Error(`unable to open database "${path}": unable to open database file`);
    return { database: new sql.Database(), path, before: undefined };
  }
  if (size > maxBytes) throw new Error(tooLarge(path, size));
  const content = await files.read(path);
  if (((await files.size(`${path}-wal`)) ?? 0) > 0 || ((await files.size(`${path}-journal`)) ?? 0) > 0)
    throw new Error(
      `${path} has a journal beside it with changes that are not in it yet. Python can merge them: python3 -c "import sqlite3; c = sqlite3.connect('${path}'); c.execute('PRAGMA journal_mode=DELETE'); c.close()"`,
    );
  if (content.length > 0 && !startsAsDatabase(content)) throw new Error(`${path}: file is not a database`);
  const isWal = content[18] === 2;
  leaveWal(content);
  return { database: new sql.Database(content), path, before: content, isWal };
}

/** Checked, because Python and the file tools do not use the lock of `sqlite3`. */
async function isUnchanged(
  files: SqliteFiles,
  path: string,
  before: Uint8Array | undefined,
): Promise<boolean> {
  if ((await files.size(path)) === undefined) return before === undefined;
  const now = await files.read(path);
  leaveWal(now);
  return isSame(now, before);
}

function changedMeanwhile(path: string): string {
  return `database is locked: another program has changed ${path} meanwhile, so nothing was written. Run it again`;
}

function tooLarge(path: string, bytes: number): string {
  const megabytes = (count: number) => `${Math.ceil(count / 1024 ** 2)} MB`;
  return `${path} has ${megabytes(bytes)}; a database may have ${megabytes(maxBytes)}, because it is read whole`;
}

/** Rejects ATTACH of a file: sql.js would create an in-memory file that is never written. */
function refuseAttached(session: Pick<SqliteSession, 'select'>): void {
  const attached = session
    .select('SELECT name, file FROM pragma_database_list')
    .find(([name, file]) => name !== 'main' && name !== 'temp' && file !== '');
  if (!attached) return;
  throw new Error(
    'ATTACH of a file is not here: open the other database with .open, or use sqlite3 of Python, which can do it',
  );
}

/** Collects standard output and error, and the output that `.output` and `.once` redirect to a file. */
function createOutput(files: SqliteFiles) {
  const streams = { stdout: '', stderr: '' };
  let target: { path: string; text: string; isOnce: boolean } | undefined;

  async function end(): Promise<void> {
    const { path, text } = target ?? { path: '', text: '' };
    target = undefined;
    if (path) await files.write(path, text);
  }

  return {
    print(text: string): void {
      if (target) target.text += text;
      else streams.stdout += text;
      if ((target?.text ?? streams.stdout).length > maxOutput)
        throw new Error('the output is longer than 32 MB: add LIMIT, or count');
    },
    warn: (text: string) => void (streams.stderr += text),
    async redirect(path: string | undefined, isOnce: boolean): Promise<void> {
      await end();
      if (path !== undefined) target = { path, text: '', isOnce };
    },
    async endOnce(): Promise<void> {
      if (target?.isOnce) await end();
    },
    taken: () => streams,
  };
}
