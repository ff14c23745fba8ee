/** Finds a Chromium for the tests: an installed one, else Playwright's, else the system's package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Playwright downloads it too. It has no PDF viewer, and makes no predictive connections. */
const shell = 'chromium-headless-shell';
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of an installed browser: CHROMIUM_PATH, a whole one, or the headless shell. @returns {string | undefined} */
export function findBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH;
  return findWholeBrowser() ?? onPath([shell]).find((path) => existsSync(path));
}

/** The path of an installed browser that is not only a headless shell, from the PATH or the usual places. @returns {string | undefined} */
export function findWholeBrowser() {
  return [...onPath(names), ...places].find((path) => existsSync(path));
}

/** @param {readonly string[]} programs */
function onPath(programs) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((name) => join(folder, name)));
}

/**
 * Features of the browser that are switched off. Chromium takes only the last `--disable-features`, so this list
 * repeats those that Playwright 1.65 switches off and adds what costs CPU time for each new window: the address bar's
 * pop-ups, two pages of the browser's own, and the spare process that it starts for a next navigation.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Flags with which Chromium runs as root and in a container, and does not contact its vendor's servers. */
export const browserArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Installs a browser if there is none. @throws with instructions if that fails */
export async function ensureBrowser() {
  if (findBrowser() || (await hasPlaywrightBrowser())) return;
  console.log('No Chromium found; asking Playwright for one.');
  const download = spawnSync('npx', ['playwright', 'install', '--with-deps', '--only-shell', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
  if (download.status === 0 && (await hasPlaywrightBrowser())) return;
  console.log("Playwright's download failed; asking the system's package manager.");
  if (installFromSystem() && findBrowser()) return;
  throw new Error('The tests need Chromium. Install it, or set CHROMIUM_PATH to one, and run this again.');
}

async function hasPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

function installFromSystem() {
  const managers = [
    ['apt-get', ['update', '-qq'], ['install', '-y', '-qq', 'chromium']],
    ['dnf', [], ['install', '-y', 'chromium']],
    ['apk', [], ['add', 'chromium']],
    ['pacman', [], ['-Sy', '--noconfirm', 'chromium']],
  ];
  for (const [command, refresh, install] of managers) {
    if (
      typeof command !== 'string' ||
      !Array.isArray(refresh) ||
      !Array.isArray(install) ||
      !isCommand(command)
    )
      continue;
    const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const run = (/** @type {string[]} */ values) => {
      const [program = command, ...rest] = [...root, command, ...values];
      execFileSync(program, rest, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    };
    try {
      if (refresh.length > 0) run(refresh);
      run(install);
      return true;
    } catch (error) {
      console.error(
        `${command} could not install Chromium: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return false;
}

function isCommand(/** @type {string} */ name) {
  return onPath([name]).some((path) => existsSync(path));
}
