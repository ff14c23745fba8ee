/** Times files that once froze the page when they were opened in Files. */
import { mainTasks, traceCategories } from './trace.mjs';

/** A drawing of 8^8 circles, and others that take a browser long. */
const levels = Array.from({ length: 8 }, (_, level) => {
  const repeated = `<use href="#a${level}"/>`.repeat(8);
  return `<g id="a${level + 1}">${repeated}</g>`;
}).join('');
const svg = (/** @type {string} */ inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">${inner}</svg>`;
const mixed = 'abc אבג 123 (def) ';

/** @type {Readonly<Record<string, string>>} */
const files = {
  'nested.svg': svg(`<defs><circle id="a0" r="5"/>${levels}</defs><use href="#a8"/>`),
  'filters.svg': svg(
    `<filter id="f">${'<feTurbulence numOctaves="99"/><feMorphology radius="99"/>'.repeat(50)}</filter>${'<rect width="100" height="100" filter="url(#f)"/>'.repeat(200)}`,
  ),
  'path.svg': svg(`<path d="M0 0${'l9 9-9 9'.repeat(100_000)}" stroke="red" stroke-dasharray=".01"/>`),
  'many.svg': svg('<circle r="9"/>'.repeat(100_000)),
  'text.svg': svg(`<text>${`a${'\u0301'.repeat(100_000)}`}</text>`),
  'marks.txt': `a${'\u0301'.repeat(100_000)}`,
  'marks-of-many.txt': `a${'\u0301'.repeat(1_000)}`.repeat(200),
  'marks.md': `a${'\u0301'.repeat(100_000)}`,
  'marks.csv': `a,b\n1,a${'\u0301'.repeat(100_000)}\n`,
  'marks.html': `<p>a${'\u0301'.repeat(100_000)}</p>`,
  'marks.json': `{"a":"a${'\u0301'.repeat(100_000)}"}`,
  'marks.log': `a${'\u0301'.repeat(100_000)}`,
  'rtl.txt': 'א('.repeat(250_000),
  'rtl-lines.txt': `${'א('.repeat(2_500)}\n`.repeat(100),
  'rtl.md': 'א('.repeat(250_000),
  'rtl.csv': `a,b\n1,${'א('.repeat(250_000)}\n`,
  'mixed.txt': mixed.repeat(120_000 / mixed.length),
  'mixed.md': mixed.repeat(120_000 / mixed.length),
  'controls.txt': '\u202ea\u202cb'.repeat(50_000),
  'isolates.txt': '\u2067a\u2069b'.repeat(50_000),
  'joiners.txt': '👩‍'.repeat(60_000),
  'long.txt': 'a'.repeat(1_000_000),
  'lines.txt': '\n'.repeat(1_000_000),
  'md5.md': Array.from(
    { length: 8_000 },
    (_, at) => `${(at * 2654435761).toString(16)}  file-${at}.bin\n`,
  ).join(''),
};

/** The longest task of the page in milliseconds of CPU time. */
export const mostOfHostileFile = 200;

/** @typedef {{ name: string, longest: number }} Figure */

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @param {(name: string) => boolean} isWanted
 * @returns {Promise<Figure[]>}
 */
export async function measureHostileFiles(browser, url, isWanted = () => true) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  /** @type {Figure[]} */
  const figures = [];
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    await page.evaluate(async (all) => {
      const { oneclaw } = /** @type {any} */ (window);
      for (const [name, text] of Object.entries(all)) await oneclaw.files.write(`hostile/${name}`, text);
      await oneclaw.files.write('hostile/first.txt', 'Some words.');
    }, files);
    // The first opening also loads code.
    await open(browser, page, url, 'first.txt');
    for (const name of Object.keys(files).filter(isWanted))
      figures.push({ name, longest: await open(browser, page, url, name) });
  } finally {
    await context.close();
  }
  return figures;
}

/**
 * @param {import('@playwright/test').Browser} browser @param {import('@playwright/test').Page} page @param {string} url
 * @param {string} name
 */
async function open(browser, page, url, name) {
  await page.goto('about:blank');
  await page.goto(url);
  await page.evaluate('oneclaw.ready');
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => void performance.mark('hostile-begin'));
  await page.evaluate((path) => void (location.hash = `#/files/hostile/${path}`), name);
  await page.getByRole('heading', { name }).waitFor({ timeout: 60_000 });
  await page.evaluate(settled);
  await page.evaluate(() => void performance.mark('hostile-end'));
  return Math.max(...mainTasks(await browser.stopTracing(), 'hostile'));
}

/** Runs in the page. Waits for the text, the drawing and the preview. */
async function settled() {
  await new Promise((done) => setTimeout(done, 1_500));
  await new Promise((done) => requestIdleCallback(done));
}
