/** Measures the first contentful paint: cold, and again with the service worker. */
import { devices } from '@playwright/test';

/** @typedef {{ cold: number, warm: number }} Paints milliseconds since navigation */

/**
 * Alternates between the pages, so that other load on the machine affects all of them equally.
 * @param {import('@playwright/test').Browser} browser @param {readonly string[]} urls
 * @param {{ slowdown: number, rounds: number }} options
 * @returns {Promise<Paints[]>} the medians of each page
 */
export async function measureFirstPaints(browser, urls, { slowdown, rounds }) {
  const installed = await Promise.all(urls.map((url) => install(browser, url)));
  /** @type {{ cold: number[], warm: number[] }[]} */
  const paints = urls.map(() => ({ cold: [], warm: [] }));
  // The first round is not counted: it fills the caches of the server and of the compiler.
  for (let round = 0; round <= rounds; round++)
    for (const [at, url] of urls.entries()) {
      const fresh = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
      const cold = await paintOnce(fresh, url, slowdown);
      await fresh.close();
      const context = installed[at];
      const warm = context ? await paintOnce(context, url, slowdown) : Infinity;
      if (round > 0) (paints[at]?.cold.push(cold), paints[at]?.warm.push(warm));
    }
  await Promise.all(installed.map((context) => context.close()));
  return paints.map(({ cold, warm }) => ({ cold: median(cold), warm: median(warm) }));
}

/**
 * Opens a context whose service worker has cached all files.
 * @param {import('@playwright/test').Browser} browser @param {string} url
 */
async function install(browser, url) {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });
  await page.close();
  return context;
}

/** @param {import('@playwright/test').BrowserContext} context @param {string} url @param {number} slowdown */
async function paintOnce(context, url, slowdown) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        // The entry `first-paint` may come before `first-contentful-paint`.
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await page.close();
  return Number(paint);
}

/** @param {number[]} values */
function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}
