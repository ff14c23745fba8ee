/**
 * A browser that resolves every hostname to one server of this machine, so that nothing leaves the machine.
 */
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test';
import { certificateHash } from '#tests/fixtures/web/https-server.ts';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';

/** `port`: of the https server that stands for the public internet. */
export async function openSearchWorld(
  appUrl: string,
  port: number,
  use: (page: Page) => Promise<void>,
  device: BrowserContextOptions,
): Promise<void> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
      `--ip-address-space-overrides=127.0.0.1:${port}=public`,
      `--ignore-certificate-errors-spki-list=${certificateHash()}`,
    ],
  });
  const page = await (await browser.newContext({ ...device, serviceWorkers: 'block' })).newPage();
  await page.goto(appUrl);
  await page.evaluate(() => window.oneclaw.ready);
  await use(page);
  await browser.close();
}
