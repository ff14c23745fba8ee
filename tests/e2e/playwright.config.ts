/** End-to-end tests on real builds in a real browser, as a phone and as a desktop. */
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findBrowser();

/** Nothing in these depends on the screen; the soak runs all but itself on a phone, too. */
const engineOnly = [
  '**/soak*.spec.ts',
  '**/errors.spec.ts',
  '**/files.spec.ts',
  '**/kill.spec.ts',
  '**/limits.spec.ts',
  '**/loop.spec.ts',
  '**/network.spec.ts',
  '**/on-device.spec.ts',
  '**/outside.spec.ts',
  '**/server.spec.ts',
  '**/wires.spec.ts',
];

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results/e2e`,
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: `${process.env.REPORTS ?? `${root}/test-results`}/e2e.json` }]],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserArguments },
  },
  projects: [
    {
      name: 'phone',
      use: devices['Pixel 7'],
      testIgnore: process.env.SOAK ? '**/soak*.spec.ts' : engineOnly,
    },
    { name: 'desktop', use: devices['Desktop Chrome'] },
  ],
});
