/**
 * `npm run lighthouse`: each screen, on phone and desktop, must score 100 for accessibility and best
 * practices.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserArguments, ensureBrowser, findBrowser } from '../../scripts/browser.mjs';
import { installDependencies, root, run } from '../../scripts/install.mjs';
import { serve } from '../../scripts/serve.mjs';

/** Downloaded on demand: 185 MB that no other test needs. Later versions need Node 22. */
const lighthouse = 'lighthouse@12.8.2';
const gated = ['accessibility', 'best-practices'];
const screens = ['chat', 'agents', 'tools', 'files', 'activity', 'settings'];
const shapes = { phone: [], desktop: ['--preset=desktop'] };

installDependencies();
await ensureBrowser();
run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn']);
const folder = join(root, 'test-results', 'lighthouse');
mkdirSync(folder, { recursive: true });
const { chromium } = await import('@playwright/test');
const browser = findBrowser() ?? chromium.executablePath();
const server = await serve(join(root, 'dist'), 0);
const address = server.address();
const port = typeof address === 'object' ? address?.port : 0;

let passed = 0;
let failed = 0;
for (const [shape, preset] of Object.entries(shapes))
  for (const screen of screens)
    judge(`${screen} on a ${shape}`, await audit(`${shape}-${screen}`, screen, preset));
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** @param {string} name @param {string} screen @param {string[]} preset @returns {Promise<any>} Lighthouse's own report */
async function audit(name, screen, preset) {
  const output = join(folder, `${name}.json`);
  // Asynchronous, because the server that Lighthouse visits runs in this process.
  const child = spawn(
    'npm',
    [
      ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse'],
      ...[`http://localhost:${port}/#/${screen}`, ...preset, '--quiet', '--output=json'],
      ...[`--output-path=${output}`, `--only-categories=performance,${gated.join(',')}`],
      `--chrome-flags=--headless=new ${browserArguments.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const status = await new Promise((resolve) => child.on('close', resolve));
  return status === 0 ? JSON.parse(readFileSync(output, 'utf8')) : undefined;
}

/**
 * Performance is only printed, because it depends on the machine.
 * @param {string} name @param {any} report
 */
function judge(name, report) {
  const score = (/** @type {string} */ id) => Math.round((report?.categories[id]?.score ?? 0) * 100);
  const isPerfect = gated.every((id) => score(id) === 100);
  if (isPerfect) passed++;
  else failed++;
  const scores = ['performance', ...gated].map((id) => `${id} ${score(id)}`).join(', ');
  console.log(`${isPerfect ? 'ok  ' : 'FAIL'} ${name}: ${scores}`);
  for (const id of gated)
    for (const { id: audit, weight } of report?.categories[id]?.auditRefs ?? []) {
      const { score: own, title } = report.audits[audit];
      if (weight > 0 && own !== null && own < 1) console.log(`     ${audit}: ${title}`);
    }
}
