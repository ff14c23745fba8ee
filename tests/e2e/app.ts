/** Playwright fixtures: serve the built app with its real headers, and fail a test on any CSP violation. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
// Types `window.oneclaw`.
export type { OneClawConsole } from '#src/console/index.ts';
import { serve } from '../../scripts/serve.mjs';

type Fixtures = {
  /** Address of the app. Serves the test build (with misbehaving tools) unless `build` is `production`. */
  appUrl: string;
  build: 'test' | 'production';
  /**
   * A page with the app loaded and the engine ready. The test fails on any uncaught error or CSP violation.
   */
  app: Page;
};

type WorkerFixtures = { servers: Record<'test' | 'production', string> };

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // Playwright reads the names of the required fixtures from the destructuring pattern.
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
 * Median of nine calls of the tool `noop`, from the page to a tool host and back, in milliseconds.
 * Tests derive their time limits from it, because it grows with the load on the machine.
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
