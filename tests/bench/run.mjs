/** `npm run bench`: what the first load costs, and how quickly it is there. Sizes are gated, milliseconds are printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, devices } from '@playwright/test';
import { browserArguments, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { installDependencies, root, run } from '../../scripts/install.mjs';
import { serve } from '../../scripts/serve.mjs';

const budgets = { page: 40_000, all: 80_000 };
const rounds = 9;

installDependencies();
await ensureBrowser();
run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn']);
const dist = join(root, 'dist');
const server = await serve(dist, 0);
const address = server.address();
const url = `http://localhost:${typeof address === 'object' ? address?.port : 0}/`;
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments });

let failed = false;
try {
  const scripts = await loadedScripts();
  const size = (/** @type {(name: string) => boolean} */ wanted) =>
    scripts.filter(({ name }) => wanted(name)).reduce((sum, { gzip }) => sum + gzip, 0);
  const isWorker = (/** @type {string} */ name) => /engine|tool-host|guide|ipaddr/.test(name);
  for (const { name, gzip } of scripts) console.log(`  ${name.padEnd(44)} ${kB(gzip)}`);
  gate(
    'JavaScript on the page before the first keystroke',
    size((name) => !isWorker(name)),
    budgets.page,
  );
  gate(
    '… with the engine and one tool host',
    size(() => true),
    budgets.all,
  );
  for (const slowdown of [1, 4]) {
    /** @type {{ paint: number, ready: number }[]} */
    const paints = [];
    for (let round = 0; round < rounds; round++) paints.push(await firstPaint(slowdown));
    const median = (/** @type {'paint' | 'ready'} */ key) =>
      paints.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(rounds / 2)];
    console.log(
      `Pixel 7, CPU ${slowdown}x slower: first contentful paint ${median('paint')?.toFixed(0)} ms, engine up ${median('ready')?.toFixed(0)} ms (median of ${rounds}, cold)`,
    );
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(failed ? 1 : 0);

/** Every script a fresh visit loads before anything is typed; the service worker is left out, as it comes later. */
async function loadedScripts() {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  const page = await context.newPage();
  /** @type {Map<string, number>} */
  const seen = new Map();
  context.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.endsWith('.js')) seen.set(path, gzipSync(readFileSync(join(dist, path)), { level: 6 }).length);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate('oneclaw.ready');
  await page.waitForLoadState('networkidle');
  await context.close();
  return [...seen].map(([name, gzip]) => ({ name, gzip })).sort((a, b) => b.gzip - a.gzip);
}

/** @param {number} slowdown @returns {Promise<{ paint: number, ready: number }>} milliseconds since navigation */
async function firstPaint(slowdown) {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const ready = await page.evaluate('oneclaw.ready.then(() => performance.now())');
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntriesByName('first-contentful-paint')[0]?.startTime),
        ).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return { paint: Number(paint), ready: Number(ready) };
}

/** @param {string} what @param {number} bytes @param {number} budget */
function gate(what, bytes, budget) {
  const ok = bytes <= budget;
  if (!ok) failed = true;
  console.log(`${ok ? 'ok  ' : 'OVER'} ${what}: ${kB(bytes)} of ${kB(budget)} gzip`);
}

/** @param {number} bytes */
function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
