/** `sqlite3`: runs SQL on a database file of the workspace. https://sqlite.org/cli.html */
import { messageOf } from '#shared/message-of.ts';
import type { RowStyle } from '#workers/runtimes/sqlite/row-writers.ts';
import type { SqliteProgram } from '#workers/runtimes/sqlite/run-sqlite.ts';
import type { SqliteFiles } from '#workers/runtimes/sqlite/session.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { SqlJs } from 'sql.js';
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { hasCode } from '../../fs/errno.ts';
import { isInWorkspace, toPortPath } from '../../fs/paths.ts';
import {
  command,
  type CommandContext,
  CommandError,
  failed,
  pathOf,
  readText,
  type RunCommand,
  stdinOf,
  text,
} from '../command.ts';

export type SqliteDeps = {
  remainingMs(): number;
  /** `forget` clears the cached state of files that others may have changed. */
  workspace: { files: Pick<ToolFiles, 'hold'>; forget(): void };
  progress: ((text: string) => void) | undefined;
  /** Set in Node, which cannot load files of the app. */
  loadSqlite?: (() => Promise<SqlJs>) | undefined;
};

export function sqlite3({
  remainingMs,
  progress = () => undefined,
  loadSqlite,
  workspace,
}: SqliteDeps): RunCommand {
  return command('sqlite3', 1, async (args, context) => {
    const options = readOptions(args);
    const load =
      loadSqlite ??
      (async () => (await import('#workers/runtimes/sqlite/load-sqlite.ts')).loadSqlite(progress));
    const [sql, { runSqlite }] = await Promise.all([
      load(),
      import('#workers/runtimes/sqlite/run-sqlite.ts'),
    ]);
    const { path = ':memory:', init } = options;
    const first = [...options.first, ...(init === undefined ? [] : [await readText(context, init)])];
    const program: SqliteProgram = {
      ...{ path, first, statements: options.statements, input: textOfBytes(stdinOf(context)) },
      ...{ isEcho: options.isEcho, isBail: options.isBail, isSafe: options.isSafe },
    };
    if (options.isVersion) return text(`${versionOf(sql)}\n`);
    const check = () => {
      if (context.signal?.aborted || remainingMs() <= 0)
        throw new CommandError('stopped at the deadline; nothing was written', 124);
    };
    const { style, isHeaderSet, isReadOnly } = options;
    try {
      const take = (name: string) => lockDatabase(pathOf(context, name), workspace);
      const deps = { sql, files: filesOf(context), style, isHeaderSet, isReadOnly, take, check };
      const ran = await runSqlite(program, deps);
      return text(ran.stdout, ran.exitCode, ran.stderr);
    } catch (error) {
      if (error instanceof CommandError || hasCode(error, 'EINTR')) throw error;
      return failed(`Error: ${messageOf(error)}`);
    }
  });
}

/**
 * Locks a database, as SQLite does: waits until no other command, in any tab, has it open. Resolves with the
 * release.
 */
async function lockDatabase(path: string, { files, forget }: SqliteDeps['workspace']): Promise<() => void> {
  if (!isInWorkspace(path)) return () => undefined;
  return new Promise((resolve, reject) => {
    files
      .hold(toPortPath(path), () => {
        forget();
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

type Options = Pick<SqliteProgram, 'statements' | 'isEcho' | 'isBail' | 'isSafe'> & {
  path: string | undefined;
  first: string[];
  init: string | undefined;
  style: RowStyle;
  isHeaderSet: boolean;
  isReadOnly: boolean;
  isVersion: boolean;
};

/** Options that only select the output style. */
const styles: Readonly<Record<string, Partial<RowStyle>>> = {
  list: { mode: 'list', separator: '|' },
  csv: { mode: 'csv', separator: ',' },
  tabs: { mode: 'tabs', separator: '\t' },
  column: { mode: 'column' },
  line: { mode: 'line' },
  json: { mode: 'json' },
  table: { mode: 'table' },
  box: { mode: 'box' },
  markdown: { mode: 'markdown' },
  quote: { mode: 'quote', separator: ',' },
  header: { hasHeader: true },
  noheader: { hasHeader: false },
};

/** Parses options, which begin with one or two hyphens and may also follow the file name. */
function readOptions(args: readonly string[]): Options {
  const style: RowStyle = {
    ...{ mode: 'list', hasHeader: false, separator: '|', rowEnd: '\n', nullValue: '', table: 'table' },
  };
  const found: Options = {
    ...{ path: undefined, first: [], statements: [], init: undefined, style },
    ...{
      isHeaderSet: false,
      isReadOnly: false,
      isVersion: false,
      isEcho: false,
      isBail: false,
      isSafe: false,
    },
  };
  const statements: string[] = [];
  const left = [...args];
  const value = (name: string): string => {
    const next = left.shift();
    if (next === undefined) throw new CommandError(`Error: missing argument to -${name}`);
    return next;
  };
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const name = /^--?([a-z]+)$/.exec(arg)?.[1];
    if (name !== undefined) takeOption(found, name, value);
    else if (found.path === undefined) found.path = arg;
    else statements.push(arg);
  }
  return { ...found, statements };
}

function takeOption(found: Options, name: string, value: (name: string) => string): void {
  const { style } = found;
  if (Object.hasOwn(styles, name)) {
    Object.assign(style, styles[name]);
    if (name.endsWith('header')) found.isHeaderSet = true;
  } else if (name === 'separator') style.separator = value(name);
  else if (name === 'newline') style.rowEnd = value(name);
  else if (name === 'nullvalue') style.nullValue = value(name);
  else if (name === 'cmd') found.first.push(value(name));
  else if (name === 'init') found.init = value(name);
  else if (name === 'bail') found.isBail = true;
  else if (name === 'echo') found.isEcho = true;
  else if (name === 'readonly') found.isReadOnly = true;
  else if (name === 'version') found.isVersion = true;
  else if (name === 'safe') found.isSafe = true;
  else if (name !== 'batch')
    throw new CommandError(
      `Error: unknown option: -${name}. There are ${Object.keys(styles).join(', ')}, separator, nullvalue, cmd, init, bail, echo, readonly, safe, version`,
    );
}

/** SQLite's own version string, such as `3.49.1 2025-02-18 …`. */
function versionOf({ Database }: SqlJs): string {
  const database = new Database();
  try {
    const statement = database.prepare("SELECT sqlite_version() || ' ' || sqlite_source_id()");
    statement.step();
    return String(statement.get(null, { useBigInt: true })[0]);
  } finally {
    // Also frees the statement.
    database.close();
  }
}

function filesOf(context: CommandContext): SqliteFiles {
  const { fs } = context;
  return {
    async size(name) {
      const path = pathOf(context, name);
      if (!(await fs.exists(path))) return undefined;
      const { size, isDirectory } = await fs.stat(path);
      if (isDirectory) throw new Error(`unable to open database "${name}": it is a folder`);
      return size;
    },
    read: async (name) => (await fs.readFileBuffer(pathOf(context, name))).slice(),
    write: (name, content) => fs.writeFile(pathOf(context, name), content),
  };
}
