/** End-to-end tests on real builds in a real browser, as a phone and as a desktop. */
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findBrowser();

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
    // Nothing in the soak depends on the screen.
    { name: 'phone', use: devices['Pixel 7'], testIgnore: '**/soak*.spec.ts' },
    { name: 'desktop', use: devices['Desktop Chrome'] },
  ],
});
