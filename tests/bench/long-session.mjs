/**
 * Compares a chat of 10,000 messages with an empty one: opening, scrolling, and streaming an answer of 50 kB.
 */
import { chunk, ending, serveStream } from './stream-server.mjs';
import { longestTask, traceCategories } from './trace.mjs';

const messages = 10_000;
const answerCharacters = 50_000;
/** CPU slowdown for opening, to simulate a slow phone. */
const slowdown = 4;
const rounds = 5;

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<{ empty: number, long: number, scroll: number, stream: number }>} script time of opening, and longest tasks, in milliseconds
 */
export async function measureLongSession(browser, url) {
  const server = await serveAnswer();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.evaluate(
      (baseUrl) =>
        /** @type {any} */ (window).oneclaw.providers.save({
          kind: 'openai-chat',
          label: 'Long',
          baseUrl,
          model: 'm',
          // A window this large needs no summary, whose cost is not what this bench measures.
          traits: { contextTokens: 10_000_000 },
        }),
      server.url,
    );
    await page.evaluate(storeSessions, messages);
    const empty = await opening(page, url, 'session_empty');
    const long = await opening(page, url, 'session_long');
    const traced = async (/** @type {string} */ name, /** @type {() => Promise<void>} */ work) => {
      await browser.startTracing(page, { categories: traceCategories });
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      await page.evaluate((mark) => void performance.mark(`${mark}-begin`), name);
      await work();
      await page.evaluate((mark) => void performance.mark(`${mark}-end`), name);
      return longestTask(await browser.stopTracing(), name);
    };
    const stream = await traced('stream', () => page.evaluate(streamAnswer));
    const scroll = await traced('scroll', () => page.evaluate(scrollUp));
    return { empty, long, scroll, stream };
  } finally {
    await context.close();
    server.close();
  }
}

/**
 * Script time of a cold opening in milliseconds; the median of all rounds.
 * @param {import('@playwright/test').Page} page @param {string} url @param {string} session
 */
async function opening(page, url, session) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank');
    await page.goto(`${url}#/chat/${session}`);
    await page.evaluate('oneclaw.ready');
    await page.locator('[role=log] [data-turn]').last().waitFor();
    // After two frames the opening is complete.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const { metrics } = await devtools.send('Performance.getMetrics');
    times.push((metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Infinity) * 1000);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Infinity;
}

/** Runs in the page. Writes the messages directly into IndexedDB. @param {number} count */
async function storeSessions(count) {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opened = indexedDB.open('oneclaw');
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error ?? new Error('The database did not open.'));
  });
  const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
  // Even the empty chat has two messages, because a chat without messages is not stored.
  for (const [session, most] of /** @type {const} */ ([
    ['session_empty', 2],
    ['session_long', count],
  ])) {
    for (let at = 1; at <= most; at++)
      transaction.objectStore('messages').put({
        id: `${session}_${at}`,
        session,
        parent: at === 1 ? null : `${session}_${at - 1}`,
        order: at,
        run: `${session}_run_${Math.ceil(at / 2)}`,
        role: at % 2 ? 'user' : 'assistant',
        parts: [{ type: 'text', text: `Message number ${at}. ${'Some **more** words. '.repeat(at % 40)}` }],
        at,
      });
    transaction
      .objectStore('sessions')
      .put({ id: session, title: session, agent: 'agent_everyday', head: `${session}_${most}`, updated: 1 });
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}

/** Runs in the page. Scrolls through 500 messages at the speed of a strong fling. */
async function scrollUp() {
  const frame = () => new Promise(requestAnimationFrame);
  const scroller = document.querySelector('.scroller');
  if (!scroller) throw new Error('There is nothing to scroll.');
  const isReached = () =>
    /Message number 9[0-4]\d\d\./.test(document.querySelector('[data-turn]')?.textContent ?? '');
  for (let frames = 0; !isReached(); frames++) {
    if (frames > 3_000) throw new Error('The beginning did not come nearer.');
    scroller.scrollTop -= 240;
    await frame();
  }
}

/** Runs in the page. */
async function streamAnswer() {
  const { oneclaw } = /** @type {any} */ (window);
  await oneclaw.chat.send('Long answer', { session: 'session_long' });
  while (!document.querySelector('[role=log]')?.textContent?.includes('The end.'))
    await new Promise(requestAnimationFrame);
}

function serveAnswer() {
  const paragraph =
    'A paragraph of **some** words with `code` in it, as models write them, and then a little more of it.\n\n';
  return serveStream((response) => {
    let sent = 0;
    // Fifty packets per second, like a fast model service.
    const timer = setInterval(() => {
      if (sent < answerCharacters) {
        response.write(chunk({ content: paragraph.repeat(4) }));
        sent += paragraph.length * 4;
        return;
      }
      clearInterval(timer);
      response.end(ending('The end.'));
    }, 20);
  });
}
