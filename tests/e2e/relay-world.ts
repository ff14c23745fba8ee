/** A local server that the browser treats as public, and the real relay of this repository. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * `use` gets `host`, the name under which the page sees the server at `port`. `device`: the context options.
 */
export async function openPublicWorld(
  appUrl: string,
  port: number,
  use: (world: { page: Page; host: string }) => Promise<void>,
  device: BrowserContextOptions = {},
): Promise<void> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      `--ip-address-space-overrides=127.0.0.1:${port}=public`,
    ],
  });
  const page = await (await browser.newContext({ ...device, serviceWorkers: 'block' })).newPage();
  await page.goto(appUrl);
  await page.evaluate(() => window.oneclaw.ready);
  await use({ page, host: `closed.example:${port}` });
  await browser.close();
}

/** Starts the relay. `use` gets the line that it prints at its start, with its address and its key. */
export async function runRelay(host: string, use: (line: string) => Promise<void>): Promise<void> {
  const preload = path('tests/fixtures/relay/resolve-example.mjs');
  const options = ['--private', host, '--key', 'canary-relay-key', '--port', '0'];
  const relay = spawn(process.execPath, ['--import', preload, path('relay/start.mjs'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let line = '';
  for await (const said of createInterface(relay.stdout)) if ((line = said).startsWith('http')) break;
  await use(line);
  relay.kill();
  if (relay.exitCode === null && relay.signalCode === null) await once(relay, 'exit');
}
