/** Loads SQLite (sql.js) in a code host; compiled once, with a memory limit. */
import { progressText } from '#shared/tools/progress-text.ts';
import type { SqlJs } from 'sql.js';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { readAll, readOwnFile } from '../own-files.ts';
import { startSqlite } from './start-sqlite.ts';

let loaded: Promise<SqlJs> | undefined;

/** `progress` receives the text that is shown while it loads. */
export async function loadSqlite(progress: (text: string) => void): Promise<SqlJs> {
  loaded ??= load(progress);
  try {
    return await loaded;
  } catch (error) {
    // Discarded, so that the next command retries.
    loaded = undefined;
    throw error;
  }
}

async function load(progress: (text: string) => void): Promise<SqlJs> {
  const file = await readAll(await readOwnFile(wasmUrl), (bytes) =>
    progress(progressText({ type: 'loading', name: 'SQLite', size: bytes })),
  );
  return startSqlite(await WebAssembly.compile(file));
}
