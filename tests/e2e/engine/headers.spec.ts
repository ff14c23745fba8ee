/**
 * Static hosts that cannot set headers: the page's own CSP applies, the app works, and Settings names the
 * gaps.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { serve } from '../../../scripts/serve.mjs';
import { expect, test } from '../app.ts';

const build = fileURLToPath(new URL('../../../dist-test', import.meta.url));

/** Serves a copy of the build with other headers and with an inline script at the end of index.html. */
async function withHeaders(headers: string, work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'oneclaw-headers-'));
  cpSync(build, folder, { recursive: true });
  writeFileSync(join(folder, '_headers'), headers);
  const file = join(folder, 'index.html');
  const page = readFileSync(file, 'utf8');
  writeFileSync(file, page.replace('</body>', '<script>window.injected = true;</script></body>'));
  const server = await serve(folder, 0);
  try {
    await work(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAbout(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/settings`);
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
}

const about = (page: Page) => page.getByRole('region', { name: 'About' });

test('without headers the policy in the page applies, and Settings says so', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await withHeaders('', async (url) => {
    await openAbout(page, url);
    await page.evaluate(() => window.oneclaw.ready);
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    expect(violations).toEqual([expect.stringMatching(/inline script.*script-src 'self'/s)]);
    // Trusted Types are enforced too: markup from a string is rejected.
    const refused = await page.evaluate(() => {
      try {
        new DOMParser().parseFromString('<b>x</b>', 'text/html');
        return false;
      } catch {
        return true;
      }
    });
    expect(refused).toBe(true);
    const result = await page.evaluate(() => window.oneclaw.tools.call('get_current_time', {}));
    expect(result).toEqual(expect.objectContaining({ status: 'success' }));
    await expect(about(page)).toContainText('does not send OneClaw’s security headers');
  });
});

test('Settings also reports a host that sends the same headers for every path', async ({ page }) => {
  const headers = readFileSync(join(build, '_headers'), 'utf8');
  const [everywhere = ''] = headers.split('\n\n');
  await withHeaders(everywhere, async (url) => {
    await openAbout(page, url);
    await expect(about(page)).toContainText('security headers for the workers');
  });
});

test('with all headers Settings shows no warning', async ({ app, appUrl }) => {
  const answers: number[] = [];
  app.on('response', (response) => {
    if (response.request().method() === 'HEAD') answers.push(response.status());
  });
  await openAbout(app, appUrl);
  await expect.poll(() => answers).toEqual([200, 200, 200, 200]);
  await expect(about(app)).not.toContainText('headers');
});
