/** End-to-end tests of real builds in a real browser, on a phone and on a desktop. */
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { specsOf } from './shapes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findBrowser();

/**
 * The suite that `scripts/test.mjs` runs: 'test', 'quick' or 'soak'; undefined if Playwright was started by
 * hand.
 */
const { SUITE, SPECS = '' } = process.env;
const isSoak = SUITE === 'soak';

/** The quick suite: the core journeys, and all of the specs in `SPECS`, names separated by spaces. */
const quick = [
  '@core',
  ...SPECS.split(' ')
    .filter(Boolean)
    .map((name) => `/${name}\\.spec\\.ts`),
];

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results/e2e`,
  fullyParallel: true,
  workers: 2,
  // Generous, because other work may keep a machine with two cores busy for a while.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Without long journeys `npm test` stays within 20 minutes on two cores; the soak runs them too.
  ...(isSoak ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  ...(SUITE === 'quick' ? { grep: new RegExp(quick.join('|')) } : {}),
  // On a busy machine a test may fail by chance: `npm test` retries once and lists each retried test at its
  // end.
  retries: SUITE === 'test' ? 1 : 0,
  reporter: [['line'], ['json', { outputFile: `${process.env.REPORTS ?? `${root}/test-results`}/e2e.json` }]],
  use: {
    locale: 'en-US',
    // The precache downloads every file of the app, a tenth of a test's time; tests that need it allow it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserArguments },
  },
  projects: [
    {
      name: 'phone',
      use: devices['Pixel 7'],
      testMatch: specsOf('phone', isSoak),
    },
    { name: 'desktop', use: devices['Desktop Chrome'], testMatch: specsOf('desktop', isSoak) },
  ],
});
