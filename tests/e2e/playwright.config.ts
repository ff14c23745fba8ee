/** End-to-end tests on real builds in a real browser, as a phone and as a desktop. */
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { specsOf } from './shapes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findBrowser();

/** Which suite of `scripts/test.mjs` this is: 'test', 'quick' or 'soak'; none where Playwright is started by hand. */
const { SUITE } = process.env;
const isSoak = SUITE === 'soak';

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results/e2e`,
  fullyParallel: true,
  workers: 2,
  // A machine with two cores may be at something else for a while.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // `npm test` stays within 20 minutes on two cores; the soak runs what takes longer too.
  ...(isSoak ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  ...(SUITE === 'quick' ? { grep: /@core/ } : {}),
  // A machine may be busy: `npm test` allows a second try and names each at its end.
  retries: SUITE === 'test' ? 1 : 0,
  reporter: [['line'], ['json', { outputFile: `${process.env.REPORTS ?? `${root}/test-results`}/e2e.json` }]],
  use: {
    locale: 'en-US',
    // Fetching every file of the app once more costs each test a tenth of its time; who needs it allows it.
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
