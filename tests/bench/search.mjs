/** Times a search through 10,000 messages: without its index, with the index in a new tab, and once more. */
import { longestTask, longestWorkerTask, traceCategories } from './trace.mjs';

const messages = 10_000;
const rounds = 9;

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<{ unindexed: number, update: number, cold: number, prepared: number, warm: number, tool: number, page: number, engine: number }>} in milliseconds; `prepared`: in another new tab, after the search field got the focus; the last two are longest tasks
 */
export async function measureSearch(browser, url) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    await page.evaluate(storeMessages, messages);
    const unindexed = await page.evaluate(searchOnce);
    const update = await page.evaluate(untilIndexed, messages);
    await page.reload();
    await page.evaluate('oneclaw.ready');
    await browser.startTracing(page, { categories: traceCategories });
    await page.evaluate(() => void performance.mark('search-begin'));
    const cold = await page.evaluate(searchOnce);
    const warm = await median(() => page.evaluate(searchOnce));
    const tool = await median(() => page.evaluate(callTool));
    await page.evaluate(() => void performance.mark('search-end'));
    const trace = await browser.stopTracing();
    await page.reload();
    await page.evaluate('oneclaw.ready');
    await page.evaluate('oneclaw.sessions.prepareSearch()');
    const prepared = await page.evaluate(searchOnce);
    return {
      ...{ unindexed, update, cold, prepared, warm, tool },
      page: longestTask(trace, 'search'),
      engine: longestWorkerTask(trace, 'search'),
    };
  } finally {
    await context.close();
  }
}

/** @param {() => Promise<number>} measure @returns {Promise<number>} */
async function median(measure) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await measure());
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Infinity;
}

/** Runs in the page. Calls the tool that agents use for searching. @returns {Promise<number>} milliseconds */
async function callTool() {
  const { oneclaw } = /** @type {any} */ (window);
  const begin = performance.now();
  const values = { query: 'needle wanted', scope: 'chats', limit: 2 };
  const { status, result } = await oneclaw.tools.call('search_history', values);
  const time = performance.now() - begin;
  if (status !== 'success' || !String(result).includes('needle')) throw new Error('The tool found nothing.');
  return time;
}

/**
 * Runs in the page. Searches for words of the oldest and the newest message.
 * @returns {Promise<number>} milliseconds
 */
async function searchOnce() {
  const { oneclaw } = /** @type {any} */ (window);
  const begin = performance.now();
  const { length } = await oneclaw.sessions.search('needle wanted');
  const time = performance.now() - begin;
  if (length !== 2) throw new Error(`${length} messages were found instead of 2.`);
  return time;
}

/**
 * Runs in the page. Waits for the index, which is built after the search.
 * @param {number} count @returns {Promise<number>} milliseconds
 */
async function untilIndexed(count) {
  const begin = performance.now();
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opened = indexedDB.open('oneclaw-search');
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error ?? new Error('The index did not open.'));
  });
  for (let indexed = 0; indexed < count;) {
    if (performance.now() - begin > 60_000) throw new Error(`${indexed} messages are in the index.`);
    await new Promise((done) => setTimeout(done, 50));
    const contents = database.transaction('contents').objectStore('contents').getAll();
    await new Promise((done) => (contents.onsuccess = done));
    indexed = contents.result.reduce((sum, { ids }) => sum + ids.length, 0);
  }
  database.close();
  return performance.now() - begin;
}

/**
 * Runs in the page. Stores 100 chats, with a result of 2,000 characters in every tenth message.
 * @param {number} count
 */
async function storeMessages(count) {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opened = indexedDB.open('oneclaw');
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error ?? new Error('The database did not open.'));
  });
  const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
  const perSession = count / 100;
  const idOf = (/** @type {number} */ at) => `message_${String(at).padStart(9, '0')}`;
  for (let at = 0; at < count; at++) {
    const session = `session_${Math.floor(at / perSession)}`;
    const isWanted = at === 0 || at === count - 1;
    const words = `Message number ${at}. ${'Some **more** words, as they are said. '.repeat(at % 24)}`;
    const call = { type: 'call', id: `call_${at}`, name: 'read_file', arguments: { path: 'x.txt' } };
    const result = { status: 'success', result: 'A line of a file that was read.\n'.repeat(62) };
    transaction.objectStore('messages').put({
      id: idOf(at),
      session,
      parent: at % perSession === 0 ? null : idOf(at - 1),
      order: (at % perSession) + 1,
      run: `run_${at}`,
      role: at % 2 ? 'assistant' : 'user',
      parts: [
        { type: 'text', text: isWanted ? `${words} The wanted needle.` : words },
        ...(at % 10 === 1
          ? [
              { ...call, status: 'success' },
              { type: 'result', call: call.id, result, duration_ms: 1 },
            ]
          : []),
      ],
      at,
    });
    if (at % perSession === perSession - 1)
      transaction
        .objectStore('sessions')
        .put({ id: session, title: session, agent: 'agent_everyday', head: idOf(at), updated: at });
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}
