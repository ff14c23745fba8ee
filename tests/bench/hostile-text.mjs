/** Times texts that once froze the page: in answers, in reasoning, in files and in the user's messages. */
import { mainTasks, traceCategories } from './trace.mjs';

/** Texts from an attack on the renderer, and variants of them. @type {Readonly<Record<string, string>>} */
const texts = {
  'a macro of 1,000 letters': `$$\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(450)}$$`,
  '100 formulas with fractions in fractions': `$${'\\frac{1}{'.repeat(40)}x${'}'.repeat(40)}$\n\n`.repeat(
    100,
  ),
  'a formula of 1,900 characters of chemistry': `$$\\ce{${'A2B'.repeat(630)}}$$`,
  'code whose colours take cubic time': `\`\`\`markdown\n${'[a]('.repeat(2_975)}\n\`\`\``,
  '40 blocks of code that take long': `\`\`\`csharp\n${'a<'.repeat(5_900)}\n\`\`\`\n\n`.repeat(40),
  'a line of code of 200,000 characters': `\`\`\`js\n${'a+'.repeat(100_000)}\n\`\`\``,
  '50,000 two-line headings': 'a\n-\n'.repeat(50_000),
  '20,000 headings': '# a\n'.repeat(20_000),
  'emphasis that never closes': `${'_a__b'.repeat(4_600)}\n\n`.repeat(4),
  'quotes 150,000 deep': '> '.repeat(150_000),
  'lists 5,000 deep': Array.from({ length: 500 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'),
  'a list of 30,000 items': '- a\n'.repeat(30_000),
  'a table of 10,000 rows': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(10_000)}`,
  'a table of 3,000 columns': `${'|a'.repeat(3_000)}|\n${'|-'.repeat(3_000)}|\n${'|b'.repeat(3_000)}|\n`,
  'brackets that open links': `${'[a]('.repeat(6_000)}\n\n`.repeat(4),
  '10,000 link definitions': Array.from({ length: 10_000 }, (_, at) => `[a${at}]: /b${at}\n`).join(''),
  'a word of 300,000 letters': 'a'.repeat(300_000),
  '200 kB of prose': 'The quick brown fox jumps over the lazy dog. '.repeat(4_500),
  '200,000 line breaks': '\n'.repeat(200_000),
};

const places = /** @type {const} */ (['chat', 'reasoning', 'preview', 'own']);

/** Limits in milliseconds of CPU time of the page. `total` is the time beyond that of a short text. */
export const mostOfHostileText = { longest: 50, total: 500 };
/**
 * A text over the limit is measured up to three times and the best counts, to exclude other load on the
 * machine.
 */
const tries = 3;

/** @typedef {{ name: string, longest: number, total: number }} Figures */

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<Figures[]>}
 */
export async function measureHostileText(browser, url) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  /** @type {Figures[]} */
  const figures = [];
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    const all = [`Some *words*.`, ...Object.values(texts)];
    await page.evaluate(
      store,
      all.map((text) => `Before *it*.\n\n${text}\n\nThe end.`),
    );
    for (const place of places) {
      // The first opening also loads code, so it is not counted.
      await open(browser, page, url, place, 0);
      const base = await open(browser, page, url, place, 0);
      for (const [at, name] of Object.keys(texts).entries()) {
        let best = { longest: Infinity, total: Infinity };
        for (let round = 0; round < tries && isOver(best); round++) {
          const { longest, total } = await open(browser, page, url, place, at + 1);
          best = {
            longest: Math.min(best.longest, longest),
            total: Math.min(best.total, Math.max(0, total - base.total)),
          };
        }
        figures.push({ name: `${name}, ${place}`, ...best });
      }
    }
  } finally {
    await context.close();
  }
  return figures;
}

/** @param {Omit<Figures, 'name'>} figures */
function isOver({ longest, total }) {
  return longest > mostOfHostileText.longest || total > mostOfHostileText.total;
}

/**
 * @param {import('@playwright/test').Browser} browser @param {import('@playwright/test').Page} page @param {string} url
 * @param {typeof places[number]} place @param {number} at
 */
async function open(browser, page, url, place, at) {
  await page.goto('about:blank');
  await page.goto(url);
  await page.evaluate('oneclaw.ready');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => void performance.mark('hostile-begin'));
  await page.evaluate(
    (address) => void (location.hash = address),
    place === 'preview' ? `#/files/hostile-${at}.md` : `#/chat/session_${place}_${at}`,
  );
  const shown = page.locator(place === 'preview' ? 'article' : '[role=log]');
  if (place === 'reasoning') await shown.locator('summary').click();
  if (place === 'own') await showAll(shown);
  else await shown.locator('em', { hasText: 'it' }).waitFor();
  await page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent?.includes('The end.'),
    place === 'preview' ? 'article' : '[role=log]',
  );
  await page.evaluate(settled);
  await page.evaluate(() => void performance.mark('hostile-end'));
  const tasks = mainTasks(await browser.stopTracing(), 'hostile');
  return { longest: Math.max(...tasks), total: tasks.reduce((sum, each) => sum + each, 0) };
}

/**
 * Expands a long text; a short one is shown completely at once.
 * @param {import('@playwright/test').Locator} shown
 */
async function showAll(shown) {
  const button = shown.getByRole('button', { name: 'Show all' });
  await button.or(shown.getByText('The end.')).waitFor();
  if (await button.isVisible()) await button.click();
}

/**
 * Runs in the page. Waits longer than the renderer spends on colours and formulas, half a second in total.
 */
async function settled() {
  await new Promise((done) => setTimeout(done, 1_000));
  await new Promise((done) => requestIdleCallback(done));
}

/** Runs in the page. Writes the messages directly into IndexedDB. @param {string[]} all */
async function store(all) {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opened = indexedDB.open('oneclaw');
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error ?? new Error('The database did not open.'));
  });
  const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
  for (const [at, text] of all.entries())
    for (const place of ['chat', 'reasoning', 'own']) {
      const session = `session_${place}_${at}`;
      const answer =
        place === 'chat'
          ? [{ type: 'text', text }]
          : [...(place === 'own' ? [] : [{ type: 'reasoning', text }]), { type: 'text', text: 'Done.' }];
      for (const [order, role, parts] of /** @type {const} */ ([
        [1, 'user', [{ type: 'text', text: place === 'own' ? text : 'Go' }]],
        [2, 'assistant', answer],
      ]))
        transaction.objectStore('messages').put({
          ...{ id: `${session}_${order}`, session, run: `run_${place}_${at}`, order, role, at: 1, parts },
          parent: order === 1 ? null : `${session}_1`,
        });
      transaction
        .objectStore('sessions')
        .put({ id: session, title: session, agent: 'agent_everyday', head: `${session}_2`, updated: 1 });
    }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
  const { oneclaw } = /** @type {any} */ (window);
  for (const [at, text] of all.entries()) await oneclaw.files.write(`hostile-${at}.md`, text);
}
