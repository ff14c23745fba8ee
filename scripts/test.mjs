/**
 * `npm test`: installs what it needs, checks, builds, runs every suite, and ends with one line of figures.
 * `--quick` runs the tests that the changed files may break, and the core journeys; `--since COMMIT` says since
 * when. `--soak` adds the long journeys, every screen on phone and desktop, Lighthouse and the MCP conformance suite.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installDependencies, root } from './install.mjs';
import { changedFiles } from './quick/changed-files.mjs';
import { chooseTests, isUnitTest } from './quick/choose-tests.mjs';
import { describeChoice } from './quick/describe-choice.mjs';
import { readGraph } from './quick/import-graph.mjs';
import { printTroubles } from './troubles.mjs';
import { subjects } from './quick/subjects.mjs';

const reports = join(root, 'test-results', 'reports');
const kind = process.argv.includes('--soak') ? 'soak' : process.argv.includes('--quick') ? 'quick' : 'test';

const choice = kind === 'quick' ? chooseQuickTests() : undefined;
const runsJourneys = choice === undefined || choice.journeys !== undefined;

installDependencies();
const { ensureBrowser } = await import('./browser.mjs');
if (runsJourneys) await ensureBrowser();
rmSync(join(root, 'test-results'), { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @type {{ name: string, passed: number, failed: number, skipped?: string[] }[]} */
const results = [];

// In parallel: each check uses at most one core.
const checks = [
  check('types', ['-c', 'npm run --silent typecheck']),
  ...checkFiles('lint', ['eslint', '--no-warn-ignored'], /\.(tsx?|m?js)$/),
  ...checkFiles('format', ['prettier', '--check', '--ignore-unknown', '--log-level', 'warn'], /./),
  check('dead code', ['knip']),
  check('import rules', ['depcruise', 'src', 'workers', '--config', '.dependency-cruiser.cjs']),
];
await Promise.all(checks);
if (choice === undefined || choice.unit.length > 0)
  suite(
    'unit',
    [
      'vitest',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'unit.json')}`,
      ...(choice?.unit ?? []),
    ],
    countVitest,
  );
if (runsJourneys) await runJourneys();
if (kind === 'soak') {
  ownStep('lighthouse', 'tests/lighthouse/run.mjs');
  ownStep('conformance', 'scripts/conformance.mjs');
}

printTroubles(join(reports, 'e2e.json'));
for (const { name, passed, failed, skipped = [] } of results) {
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  console.log(`${name}: ${passed} passed${failed ? `, ${failed} FAILED` : ''}${left}`);
  for (const file of new Set(skipped))
    console.log(`  SKIPPED: ${skipped.filter((each) => each === file).length} in ${file}`);
}
const sum = (/** @type {'passed' | 'failed'} */ key) =>
  results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0);

/** Prints what will not run before anything runs. */
function chooseQuickTests() {
  const at = process.argv.indexOf('--since');
  const change = changedFiles(root, at === -1 ? undefined : process.argv[at + 1]);
  const graph = readGraph(root);
  const chosen = chooseTests(change.files, graph, subjects);
  const all = { unit: [...graph.keys()].filter(isUnitTest), journeys: Object.keys(subjects) };
  console.log(describeChoice(change, chosen, all).join('\n'));
  return { ...chosen, present: change.files.filter((file) => existsSync(join(root, file))) };
}

/** Checks all files, or those that changed in the quick suite. @param {string} title @param {string[]} command @param {RegExp} kind */
function checkFiles(title, command, kind) {
  const files = choice?.present.filter((file) => kind.test(file)) ?? ['.'];
  return files.length > 0 ? [check(title, [...command, ...files])] : [];
}

async function runJourneys() {
  const built = await Promise.all([
    check('production build', ['vite', 'build', '--logLevel', 'warn']),
    check('test build', ['vite', 'build', '--mode', 'test', '--logLevel', 'warn']),
  ]);
  if (built.every(Boolean))
    suite('e2e', ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'], countPlaywright);
  else record('e2e', false);
}

/**
 * Runs a check, and prints its output when it has ended, so that concurrent outputs do not mix.
 * @param {string} title @param {string[]} command @returns {Promise<boolean>} whether it succeeded
 */
async function check(title, command) {
  const child = spawn('npx', ['--no-install', ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ data) => (said += data));
  const status = await new Promise((resolve) => child.on('close', resolve));
  console.log(`\n── ${title}\n${said}`);
  return record(title, status === 0);
}

/** @param {string} title @param {string[]} command @returns {boolean} whether it succeeded */
function step(title, command) {
  console.log(`\n── ${title}`);
  const { status } = spawnSync('npx', ['--no-install', ...command], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SUITE: kind, REPORTS: reports, SPECS: choice?.journeys?.join(' ') ?? '' },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

/** Runs a script that reports its own result. @param {string} name @param {string} script */
function ownStep(name, script) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  record(name, status === 0);
}

/** @param {string} name @param {boolean} ok */
function record(name, ok) {
  results.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
  return ok;
}

/**
 * A suite that crashes before it reports counts as one failure.
 * @param {string} name @param {string[]} command
 * @param {(report: any) => { passed: number, failed: number, skipped: string[] }} count
 */
function suite(name, command, count) {
  const ok = step(name, command);
  try {
    const counted = count(JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8')));
    results.push({ name, ...counted, failed: ok ? counted.failed : Math.max(1, counted.failed) });
  } catch (error) {
    console.error(`${name} left no report: ${error instanceof Error ? error.message : String(error)}`);
    record(name, false);
  }
}

/**
 * `skipped`: the file of each test that did not run, because the machine lacks what it needs.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 * @typedef {{ name: string, assertionResults: { status: string }[] }} VitestFile
 */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(() => relative(root, name)),
  );
  return { passed: numPassedTests, failed: numFailedTests, skipped };
}

/**
 * A test that passed at its second try counts as passed; it is listed above.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} report
 * @typedef {{ file: string, specs: { tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */
function countPlaywright({ stats, suites }) {
  /** @param {PlaywrightSuite} suite @returns {string[]} */
  const skippedIn = ({ file, specs, suites = [] }) => [
    ...specs.flatMap(({ tests }) => tests.filter(({ status }) => status === 'skipped').map(() => file)),
    ...suites.flatMap(skippedIn),
  ];
  const skipped = suites.flatMap(skippedIn);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped };
}
