/**
 * `run.mjs FOLDER [FILE …]`: the spec cases of Oils for bash, through the shell of the app: stdout and exit status.
 * Cases of which bash on this machine does something else do not count. `known.json` lists the others that fail, by
 * reason and file; one that passes must be removed. With files, as `array`, what they print and should print is shown.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { helpers } from './helpers.mjs';
import { readCases } from './read-cases.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const [spec = '', ...wanted] = process.argv.slice(2);
/** Milliseconds; a case that takes longer is a hang. */
const caseMs = 30_000;
const bashMs = 10_000;
/** The share of cases that passes, rounded down: below it, something broke. */
const leastShare = 0.86;
/** No root, to whom no file is closed. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** @typedef {import('./read-cases.mjs').Case & { id: string }} Case */
/** @typedef {{ id: string, stdout: string, stderr?: string, status: number | null, isStarted?: true }} Result */

process.exitCode = (await runSuite()) ? 0 : 1;

/** @returns {Promise<boolean>} */
async function runSuite() {
  const cases = readdirSync(spec)
    .filter((file) => file.endsWith('.test.sh'))
    .map((file) => ({ file: file.replace('.test.sh', ''), text: readFileSync(join(spec, file), 'utf8') }))
    .filter(({ file }) => wanted.length === 0 || wanted.includes(file))
    .flatMap(({ file, text }) => readCases(text).map((each) => ({ ...each, id: `${file}: ${each.name}` })));
  const files = filesOf(spec);
  const bash = openBash(files);
  const counted = cases.filter((each) => passes(each, bash.run(each)));
  bash.close();
  const results = await runOurs(counted, files);
  const known = readKnown();
  const counts = { passed: 0, listed: 0, failed: 0 };
  for (const each of counted) {
    const result = results.get(each.id);
    const isGood = result !== undefined && passes(each, result);
    const isKnown = known.has(each.id);
    if (isGood) counts.passed++;
    if (!isGood && isKnown) counts.listed++;
    if (isGood === isKnown) {
      counts.failed++;
      console.log(`oils ${each.id}: ${isGood ? 'passes, though it is listed' : 'fails'}`);
    }
    if (!isGood && wanted.length > 0) show(each, result);
  }
  const share = counts.passed / counted.length;
  console.log(
    `\nOils: ${counts.passed} of ${counted.length} cases pass (${(share * 100).toFixed(1)} %), ${counts.listed} listed, ${counts.failed} failed; of ${cases.length - counted.length} more bash differs`,
  );
  return counts.failed === 0 && (wanted.length > 0 || share >= leastShare);
}

/** @param {Case} each @param {Result} result */
function passes({ stdout, status }, result) {
  return result.status === status && (stdout === undefined || result.stdout === stdout);
}

/** @param {Case} each @param {Result | undefined} result */
function show({ code, stdout, status }, result) {
  console.log(
    `${code}\n--- wanted ${status}\n${stdout}\n--- got ${result?.status}\n${result?.stdout}\n${result?.stderr}`,
  );
}

/** The ids of the cases that are known to fail. @returns {Set<string>} */
function readKnown() {
  /** @type {Record<string, Record<string, string[]>>} */
  const reasons = JSON.parse(readFileSync(join(here, 'known.json'), 'utf8'));
  return new Set(
    Object.values(reasons).flatMap((byFile) =>
      Object.entries(byFile).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`)),
    ),
  );
}

/** What the cases read and call, by paths below the folder that they know as REPO_ROOT. @param {string} folder */
function filesOf(folder) {
  const given = ['bin', 'testdata'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
      .map((name) => join(part, name))
      .filter((path) => statSync(join(folder, path)).isFile()),
  );
  return Object.fromEntries([
    ...given.map((path) => [`spec/${path}`, readFileSync(join(folder, path), 'utf8')]),
    ...Object.entries(helpers).map(([name, text]) => [`spec/bin/${name}`, text]),
  ]);
}

/** Runs cases in bash, each in an empty folder. @param {Record<string, string>} files */
function openBash(files) {
  const root = mkdtempSync(join(tmpdir(), 'oils-'));
  chmodSync(root, 0o755);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: path.startsWith('spec/bin/') ? 0o755 : 0o644 });
  }
  const cwd = join(root, 'tmp');
  const PATH = `${join(root, 'spec/bin')}:/usr/bin:/bin`;
  /** @param {Case} each @returns {Result} */
  const run = ({ id, code }) => {
    mkdirSync(cwd);
    if (nobody.uid) chownSync(cwd, nobody.uid, nobody.gid);
    const { stdout, status } = spawnSync('bash', [], {
      ...{ cwd, input: code, encoding: 'utf8', timeout: bashMs, killSignal: 'SIGKILL', ...nobody },
      env: { PATH, LC_ALL: 'C.UTF-8', SH: 'bash', REPO_ROOT: root, TMP: cwd },
    });
    rmSync(cwd, { recursive: true, force: true });
    return { id, stdout, status };
  };
  return { run, close: () => rmSync(root, { recursive: true, force: true }) };
}

/** @param {readonly Case[]} cases @param {Record<string, string>} files @returns {Promise<Map<string, Result>>} */
async function runOurs(cases, files) {
  /** @type {Map<string, Result>} */
  const results = new Map();
  for (let left = [...cases]; left.length > 0; left = left.filter(({ id }) => !results.has(id))) {
    const before = results.size;
    await runSome(left, files, results);
    if (results.size === before) throw new Error('The shell does not start.');
  }
  return results;
}

/** Runs until all are done, or one hangs or ends the process. @param {readonly Case[]} cases @param {Record<string, string>} files @param {Map<string, Result>} results @returns {Promise<void>} */
async function runSome(cases, files, results) {
  const child = spawn(process.execPath, [join(here, 'run-cases.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ files, cases: cases.map(({ id, code }) => ({ id, code })) }));
  /** @type {string | undefined} */
  let current;
  let timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"id"')) continue;
    const result = /** @type {Result} */ (JSON.parse(line));
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), caseMs);
    current = result.isStarted ? result.id : undefined;
    if (!result.isStarted) results.set(result.id, result);
  }
  clearTimeout(timer);
  if (current !== undefined) results.set(current, { id: current, stdout: '', stderr: 'hangs', status: null });
}
