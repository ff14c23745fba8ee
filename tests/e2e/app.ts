/** Opens the built app for a test: its own server with the real headers, and no CSP violation unnoticed. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
// Types `window.oneclaw`.
export type { OneClawConsole } from '#src/console/index.ts';
import { serve } from '../../scripts/serve.mjs';

type Fixtures = {
  /** The address of the app; the build with misbehaving tools unless `production` is set. */
  appUrl: string;
  build: 'test' | 'production';
  /** A page on the app, engine up; the test fails on any uncaught error or CSP violation. */
  app: Page;
};

type WorkerFixtures = { servers: Record<'test' | 'production', string> };

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // Playwright reads the dependencies from the pattern.
    async ({}, use) => {
      const started = await Promise.all([serveBuild('dist-test'), serveBuild('dist')]);
      await use({ test: started[0].url, production: started[1].url });
      for (const { server } of started) server.close();
    },
    { scope: 'worker' },
  ],
  build: ['test', { option: true }],
  appUrl: async ({ servers, build }, use) => use(servers[build]),
  app: async ({ page, appUrl }, use) => {
    const problems = watchProblems(page);
    await page.goto(appUrl);
    await page.evaluate(() => window.oneclaw.ready);
    await use(page);
    expect(problems).toEqual([]);
  },
});

export { expect };

/** Collects uncaught errors and violations of the CSP or Trusted Types in the page and its workers. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/i.test(message.text()))
      problems.push(message.text());
  });
  return problems;
}

/**
 * Milliseconds of a call of a tool that does nothing, page to worker and back: what "at once" is measured by, because it
 * grows with whatever else the machine does. The median of nine.
 */
export function roundTrip(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const times: number[] = [];
    await window.oneclaw.tools.call('noop');
    for (let round = 0; round < 9; round++) {
      const start = performance.now();
      await window.oneclaw.tools.call('noop');
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[4] ?? NaN;
  });
}

async function serveBuild(folder: string) {
  const server = await serve(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), 0);
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://localhost:${port}/` };
}
