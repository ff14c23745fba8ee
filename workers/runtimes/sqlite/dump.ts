/** `.schema`, `.dump` and `.tables`: print the schema and content of a database as SQL, or its names. */
import type { SqliteSession } from './session.ts';
import { nameText, oneLineLiteral, quoted } from './values.ts';

type Entry = { type: string; name: string; sql: string };

/** Entries of the schema in order of creation. `pattern`: a LIKE pattern for the table name. */
function entriesOf(session: SqliteSession, pattern: string): Entry[] {
  return session
    .select(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name LIKE ? ESCAPE '\\'
       ORDER BY rowid`,
      [pattern],
    )
    .map(([type, name, sql]) => ({ type: String(type), name: String(name), sql: String(sql) }));
}

export function printSchema(session: SqliteSession, pattern = '%'): void {
  for (const { type, name, sql } of entriesOf(session, pattern)) {
    const columns = type === 'view' ? `\n/* ${name}(${columnsOf(session, name).join(',')}) */` : '';
    session.print(`${mayExist(sql)}${columns};\n`);
  }
}

/** As in SQLite's shell, a quoted table name gets IF NOT EXISTS, because it may exist already. */
function mayExist(sql: string): string {
  return sql.replace(/^CREATE TABLE (?=['"])/, 'CREATE TABLE IF NOT EXISTS ');
}

function columnsOf(session: SqliteSession, table: string): string[] {
  return session
    .select('SELECT name FROM pragma_table_info(?)', [table])
    .map(([name]) => nameText(String(name)));
}

export function printDump(session: SqliteSession, pattern = '%'): void {
  const entries = entriesOf(session, pattern);
  const virtual = entries.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => name);
  // Shadow tables, which store the content of a virtual table, are created with it.
  const isShadow = (name: string) => virtual.some((owner) => name.startsWith(`${owner}_`));
  const tables = entries.filter(({ type, name }) => type === 'table' && !isShadow(name));
  session.print('PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n');
  for (const { name, sql } of tables) {
    session.print(`${mayExist(sql)};\n`);
    printRows(session, name);
  }
  if (pattern === '%' && hasSequence(session)) {
    session.print('DELETE FROM sqlite_sequence;\n');
    printRows(session, 'sqlite_sequence');
  }
  for (const { type, sql } of entries) if (type !== 'table') session.print(`${sql};\n`);
  session.print('COMMIT;\n');
}

function hasSequence(session: SqliteSession): boolean {
  return session.select(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`).length > 0;
}

function printRows(session: SqliteSession, table: string): void {
  for (const row of session.select(`SELECT * FROM ${nameText(table)}`))
    session.print(`INSERT INTO ${nameText(table)} VALUES(${row.map(oneLineLiteral).join(',')});\n`);
}

/** In columns within 80 characters, as in SQLite's shell. */
export function printTables(session: SqliteSession, type: 'tables' | 'indexes', pattern = '%'): void {
  const column = type === 'tables' ? 'name' : 'tbl_name';
  const types = (type === 'tables' ? ['table', 'view'] : ['index']).map(quoted).join();
  const names = session
    .select(
      `SELECT name FROM sqlite_schema WHERE type IN (${types}) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND ${column} LIKE ? ORDER BY 1`,
      [pattern],
    )
    .map(([name]) => String(name));
  const width = Math.max(...names.map((name) => name.length));
  const rows = Math.ceil(names.length / Math.max(1, Math.floor(80 / (width + 2))));
  for (let row = 0; row < rows; row++)
    session.print(
      `${names
        .filter((_, at) => at % rows === row)
        .map((name) => name.padEnd(width))
        .join('  ')}\n`,
    );
}
