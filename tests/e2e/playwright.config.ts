/** End-to-end tests on real builds in a real browser, as a phone and as a desktop. */
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { Sample } from './sample.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findBrowser();

/** Nothing in these depends on the screen: they run as a desktop only. */
const engineOnly = [
  '**/dev-server.spec.ts',
  '**/soak*.spec.ts',
  '**/errors.spec.ts',
  '**/files.spec.ts',
  '**/headers.spec.ts',
  '**/kill.spec.ts',
  '**/limits.spec.ts',
  '**/loop.spec.ts',
  '**/mcp.spec.ts',
  '**/network.spec.ts',
  '**/on-device.spec.ts',
  '**/external-tools.spec.ts',
  '**/relay.spec.ts',
  '**/server.spec.ts',
  '**/web-mcp.spec.ts',
  '**/provider-formats.spec.ts',
];

/** Of the screens each project has its half, and both have what is not listed; the soak runs these on both. */
const desktopHalf = [
  '**/branches.spec.ts',
  '**/files-view.spec.ts',
  '**/folders.spec.ts',
  '**/insight.spec.ts',
  '**/long-chat.spec.ts',
  '**/markdown.spec.ts',
  '**/models.spec.ts',
  '**/search.spec.ts',
  '**/sessions.spec.ts',
  '**/trouble.spec.ts',
];
const phoneHalf = [
  '**/accessibility.spec.ts',
  '**/activity.spec.ts',
  '**/agents.spec.ts',
  '**/attachments.spec.ts',
  '**/backup.spec.ts',
  '**/cards.spec.ts',
  '**/guide.spec.ts',
  '**/layout.spec.ts',
  '**/media.spec.ts',
  '**/permissions.spec.ts',
  '**/pwa.spec.ts',
  '**/session-list.spec.ts',
  '**/share-target.spec.ts',
  '**/speech.spec.ts',
  '**/tools.spec.ts',
  '**/undo.spec.ts',
  '**/work.spec.ts',
];
const isSoak = Boolean(process.env.SOAK);
const { SAMPLE: seed } = process.env;

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results/e2e`,
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  // A machine with two cores may be at something else for a while.
  expect: { timeout: 10_000 },
  // What takes long and has a smaller sibling that runs each time.
  ...(isSoak ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env.CI),
  ...(seed ? { grep: new Sample(seed) } : {}),
  // On a machine shared with others a second try is allowed, and told; the soak allows none.
  retries: seed ? 1 : 0,
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
      testIgnore: isSoak ? engineOnly : [...engineOnly, ...desktopHalf],
    },
    { name: 'desktop', use: devices['Desktop Chrome'], testIgnore: isSoak ? [] : phoneHalf },
  ],
});
