/**
 * Takes the pictures of the README and the manifest from the built app; run it by hand when the design
 * changes. The README's third picture comes from the gallery: phone, dark, the question.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.mjs';
import { root } from './install.mjs';
import { serve } from './serve.mjs';

const folder = join(root, 'public', 'screenshots');
const executablePath = findBrowser();
const server = await serve(join(root, 'dist'), 0);
const address = server.address();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments });
mkdirSync(folder, { recursive: true });
try {
  await picture('phone.png', {
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await picture('desktop.png', { viewport: { width: 1280, height: 800 } });
} finally {
  await browser.close();
  server.close();
}

/** @param {string} name @param {import('@playwright/test').BrowserContextOptions} options */
async function picture(name, options) {
  const page = await browser.newPage({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    ...options,
  });
  await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : 0}/`);
  await page.evaluate('oneclaw.ready');
  const say = async (/** @type {string} */ text) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').getByText(text).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  };
  await say("Write 'hat, sunscreen' to packing.txt and then read it back");
  await say('What time is it in Lisbon and in Tokyo?');
  // Wait until the answer has been rendered with its Markdown.
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}
