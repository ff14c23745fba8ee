/** SQLite in a code host: sql.js, compiled once, with a bound on its memory. */
import type { SqlJs } from 'sql.js';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { readOwnFile } from '../own-files.ts';
import { startSqlite } from './start-sqlite.ts';

let loaded: Promise<SqlJs> | undefined;

export async function loadSqlite(): Promise<SqlJs> {
  loaded ??= load();
  try {
    return await loaded;
  } catch (error) {
    // Not kept, so that the next command tries again.
    loaded = undefined;
    throw error;
  }
}

async function load(): Promise<SqlJs> {
  return startSqlite(await WebAssembly.compile(await (await readOwnFile(wasmUrl)).arrayBuffer()));
}
