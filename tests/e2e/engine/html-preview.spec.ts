/**
 * Opening an HTML file makes no network connection, even if the browser predicts network use as Chrome does.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser, findWholeBrowser } from '../../../scripts/browser.mjs';
import { expect, test } from '../app.ts';

/** Starts a server to which every hostname is mapped; it records each connection with its first bytes. */
async function listenToTheWorld() {
  const connections: string[] = [];
  const server = createServer((socket) => {
    const at = connections.push('') - 1;
    socket.on('data', (data) => {
      connections[at] = `${connections[at] ?? ''}${data.toString('latin1')}`;
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { connections, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Creates a profile with Chrome's defaults: some distributions of Chromium turn network prediction off. */
function stockProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'oneclaw-profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { net: { network_prediction_options: 0 } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  return profile;
}

const hints = [
  'prefetch',
  'preconnect',
  'dns-prefetch',
  'compression-dictionary',
  'preload',
  'prerender',
  'stylesheet',
];

/** HTML with every kind of network reference in every context, each with its own hostname. */
function attack(name: string): string {
  const links = (place: string) =>
    hints.flatMap((rel) =>
      ['http', 'https'].map(
        (scheme) =>
          `<link rel="${rel}" as="image" href="${scheme}://${name}-${place}-${rel}.example/?secret=1">`,
      ),
    );
  const inside = links('srcdoc').join('').replaceAll('"', "'");
  const away = `http://${name}-other.example`;
  return [
    `<!doctype html><html><head><base href="${away}/"><meta http-equiv="refresh" content="3;url=${away}/r">`,
    `<meta http-equiv="x-dns-prefetch-control" content="on">${links('head').join('')}</head><body>`,
    `<h1>A report</h1><p>Some <b>words</b>.</p>${links('body').join('')}`,
    `<svg>${links('svg').join('')}</svg><math><mtext>${links('math').join('')}</mtext></math>`,
    `<noscript>${links('noscript').join('')}</noscript><template>${links('template').join('')}</template>`,
    `<iframe srcdoc="${inside}"></iframe><iframe src="${away}/f"></iframe><object data="${away}/o"></object>`,
    `<img src="${away}/i.png" srcset="${away}/i2.png 2x"><video src="${away}/v"></video>`,
    `<style>@import '${away}/c';body{background:url(${away}/b)}</style><p style="background:url(${away}/p)">x`,
    `<a href="${away}/a" ping="${away}/ping">A link</a><form action="${away}/form"><button>Send</button></form>`,
    // Mutation XSS: content that turns into elements when it is serialized and parsed again.
    `<svg></p><style><g title="</style>${links('mutated').join('').replaceAll('"', '&quot;')}"></svg>`,
    `<textarea>${links('textarea').join('')}</textarea><xmp>${links('xmp').join('')}</xmp><!--${links('comment').join('')}-->`,
    `</body></html>`,
  ].join('\n');
}

const openFile = (page: Page, path: string) =>
  page.evaluate((path) => (location.hash = `#/files/${path}`), path);

test('an HTML file makes no connection, neither shown as text nor as a page', async ({ servers }) => {
  const world = await listenToTheWorld();
  const profile = stockProfile();
  // The headless shell makes no predictive connections, so it could not show a violation.
  const whole = findWholeBrowser();
  const executablePath = whole ?? findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    serviceWorkers: 'block',
    args: [
      ...browserArguments,
      `--host-resolver-rules=MAP * 127.0.0.1:${world.port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  });
  /** Excludes connections of Chromium itself to its own hosts. */
  const seen = () => world.connections.filter((bytes) => !/google|gstatic/.test(bytes));
  try {
    const page = await context.newPage();
    await page.goto(servers.test);
    await page.evaluate(() => window.oneclaw.ready);
    for (const name of ['a.html', 'b.htm']) {
      const text = attack(`victim-${name.slice(0, 1)}`);
      await page.evaluate(([name = '', text = '']) => window.oneclaw.files.write(name, text), [name, text]);
      await openFile(page, name);
      await expect(page.getByRole('heading', { name: 'A report' })).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.getByRole('button', { name: 'Show as a page' }).click();
      const shown = page.frameLocator('iframe');
      await expect(shown.getByRole('heading', { name: 'A report' })).toBeVisible();
      await expect(shown.locator('link, base, style, svg, iframe, script')).toHaveCount(0);
      await shown.getByText('A link').click();
      await expect(shown.getByRole('heading', { name: 'A report' })).toBeVisible();
    }
    // A connection without a request has no hostname to match, so there must be no connection at all.
    expect(seen()).toEqual([]);
    // Control: in a plain sandboxed iframe the same file does connect, so connections would have been seen.
    await page.evaluate((html) => {
      const frame = document.createElement('iframe');
      frame.sandbox.value = '';
      frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
      document.body.append(frame);
    }, attack('control'));
    const predicted = whole ? ['control-head-preconnect', 'control-body-preconnect'] : [];
    for (const name of ['control-head-prefetch', ...predicted])
      await expect.poll(() => seen().some((bytes) => bytes.includes(name)), { message: name }).toBe(true);
    expect(seen().filter((bytes) => bytes.includes('victim'))).toEqual([]);
  } finally {
    await context.close();
    world.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
