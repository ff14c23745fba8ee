/**
 * `npm run gallery`: takes screenshots of every screen and state, on phone and desktop, light and dark, into
 * `test-results/gallery`, for review by hand. `npm run gallery -- ar de` takes them in these languages
 * instead.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { installDependencies, root, run } from '../../scripts/install.mjs';
import { serve } from '../../scripts/serve.mjs';
import { fakePicker } from '../fixtures/memory/real-folder.mjs';
import { fill } from './fill.mjs';
import { startModel } from './model.mjs';
import { states } from './states.mjs';

const languages = process.argv.slice(2);
if (languages.length === 0) languages.push('en');
const shapes = {
  phone: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};

installDependencies();
await ensureBrowser();
run('npx', ['--no-install', 'vite', 'build', '--mode', 'test', '--logLevel', 'warn']);
const server = await serve(join(root, 'dist-test'), 0);
const address = server.address();
const url = `http://localhost:${typeof address === 'object' ? address?.port : 0}/`;
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments });
try {
  for (const language of languages)
    for (const [shape, options] of Object.entries(shapes))
      for (const colorScheme of /** @type {const} */ (['light', 'dark']))
        await take(`${language}-${shape}-${colorScheme}`, language, { ...options, colorScheme });
} finally {
  await browser.close();
  server.close();
}

/** @param {string} series @param {string} locale @param {import('@playwright/test').BrowserContextOptions} options */
async function take(series, locale, options) {
  const folder = join(root, 'test-results', 'gallery', series);
  mkdirSync(folder, { recursive: true });
  const model = await startModel();
  const context = await browser.newContext({
    locale,
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await fakePicker(page);
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    const snap = async (/** @type {string} */ name) => {
      await page.evaluate(() => document.fonts.ready);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}.png`) });
    };
    await snap('00-first-run');
    const facts = await fill(page, model.url);
    for (const [name, show] of Object.entries(states)) {
      try {
        await show(page, facts);
        await snap(name);
      } catch (error) {
        console.error(
          `${series}/${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        );
        process.exitCode = 1;
      }
    }
    console.log(`${series}: ${Object.keys(states).length + 1} pictures`);
  } finally {
    await context.close();
    await model.close();
  }
}
