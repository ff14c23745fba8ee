/** Updates the model catalogue (windows, limits, abilities, prices) from a package that tracks them. */
// @earendil-works/pi-ai (MIT): the only package on the registry with the data of models.dev that is updated
// every week.
// It is only read here, and not shipped.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

const source = '@earendil-works/pi-ai';
const services = ['openai', 'anthropic', 'google', 'openrouter', 'groq', 'mistral', 'deepseek', 'xai'];

/** @typedef {{ id: string, type?: string, input?: string[], reasoning?: boolean, contextWindow?: number, maxTokens?: number, cost?: Record<string, number> }} Model */

const npm = (/** @type {string[]} */ ...input) =>
  execFileSync('npm', input, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const version = process.argv[2] ?? npm('view', source, 'version').trim();
const date = JSON.parse(npm('view', source, 'time', '--json'))[version].slice(0, 10);
const folder = mkdtempSync(join(tmpdir(), 'models-'));
try {
  const [packed] = JSON.parse(npm('pack', `${source}@${version}`, '--json', '--pack-destination', folder));
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', folder]);
  const snapshot = {
    date,
    source: `${source} ${version}, MIT, data of models.dev`,
    services: Object.fromEntries(services.map((name) => [name, readService(name)])),
  };
  const file = join(root, 'workers/providers/catalogue/models.json');
  writeFileSync(file, JSON.stringify(snapshot));
  execFileSync('npx', ['--no-install', 'prettier', '--write', '--log-level', 'warn', file]);
  for (const name of services) console.log(name, Object.keys(snapshot.services[name]).length);
  console.log(`${source} ${version} of ${date}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readService(/** @type {string} */ name) {
  const path = join(folder, 'package/dist/providers/data', `${name}.json`);
  /** @type {Record<string, Record<string, Model>>} */
  const groups = JSON.parse(readFileSync(path, 'utf8'));
  const models = Object.values(groups).flatMap((group) => Object.values(group));
  const rows = models.filter(isChat).map((model) => [model.id.toLowerCase(), toRow(model)]);
  return Object.fromEntries(rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

function isChat(/** @type {Model} */ { type = 'chat', contextWindow, maxTokens }) {
  return type === 'chat' && contextWindow && maxTokens;
}

/** [window, longest reply, 1 for images + 2 for reasoning, then US dollars per million: in, out, cache read, cache write] */
function toRow(/** @type {Model} */ { contextWindow, maxTokens, input = [], reasoning, cost = {} }) {
  const abilities = (input.includes('image') ? 1 : 0) + (reasoning ? 2 : 0);
  const prices = [cost.input, cost.output, cost.cacheRead, cost.cacheWrite].map((price = 0) => price);
  const isFree = prices.every((price) => price === 0);
  return [contextWindow, maxTokens, abilities, ...(isFree ? [] : prices)];
}
