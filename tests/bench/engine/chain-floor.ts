/**
 * Baseline of a durable step in a browser: a worker that sends a request, appends to a journal and flushes
 * it.
 */
import { expose } from 'comlink';
import { newId } from '#shared/ids.ts';
import { openJournal, removeJournal } from '#workers/domains/sessions/journal/journal.ts';
import { openFolders } from '#workers/storage/folders.ts';
import { runFloor } from './run-floor.ts';

const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };

expose({
  /** Duration of one run in milliseconds, and its number of steps. @param url of a Chat Completions server */
  async run(url: string): Promise<{ ms: number; steps: number }> {
    const folders = await openFolders();
    const run = newId('run');
    const start = performance.now();
    const journal = await openJournal(folders.journal, run);
    const steps = await runFloor({
      fetch: (body) => fetch(`${url}/chat/completions`, { method: 'POST', headers, body }),
      journal,
      validate: () => true,
      post: (event) => postMessage(event),
    });
    journal.close();
    await removeJournal(folders.journal, run);
    return { ms: performance.now() - start, steps };
  },
});
