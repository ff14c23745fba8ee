/** SQLite in a code host: sql.js, compiled once, with a bound on its memory. */
import type { SqlJs } from 'sql.js';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { readAll, readOwnFile } from '../own-files.ts';
import { startSqlite } from './start-sqlite.ts';

let loaded: Promise<SqlJs> | undefined;

/** `progress` is shown while it loads. */
export async function loadSqlite(progress: (text: string) => void): Promise<SqlJs> {
  loaded ??= load(progress);
  try {
    return await loaded;
  } catch (error) {
    // Not kept, so that the next command tries again.
    loaded = undefined;
    throw error;
  }
}

async function load(progress: (text: string) => void): Promise<SqlJs> {
  const file = await readAll(await readOwnFile(wasmUrl), (bytes) =>
    progress(`SQLite: ${(bytes / 1e6).toFixed(1)} MB`),
  );
  return startSqlite(await WebAssembly.compile(file));
}
