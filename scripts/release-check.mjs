/**
 * `npm run release-check`: checks licences of shipped packages, the lock file, exact versions and known
 * advisories. Exit codes: 0 no problem, 1 a problem, 2 no problem found, but the registry could not be asked
 * for advisories.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, license?: string, link?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock
 * @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   overrides?: Record<string, unknown> }} Manifest
 * @typedef {{ type: 'asked', advisories: string[] } | { type: 'not_asked', reason: string }} Audit
 */

/** All may be shipped unchanged in an app under MIT, with their texts in `licences.txt`. MPL-2.0 binds changed files only. */
export const allowedLicences = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Zlib', 'BlueOak-1.0.0'],
  ...['Unicode-3.0', 'CC0-1.0', 'Unlicense', 'MPL-2.0'],
];

/** By name and version: packages whose declared licence is no SPDX identifier, and the licence that their text is. */
const licencesOfTexts = new Map([['duck 0.1.12', 'BSD-2-Clause']]);

const registry = 'https://registry.npmjs.org/';

/**
 * Whether an SPDX expression is satisfied by these licences. Throws if the expression is malformed.
 * @param {string} expression @param {readonly string[]} allowed @returns {boolean}
 */
export function isAllowed(expression, allowed = allowedLicences) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  /** @returns {boolean} */
  const readOr = () => {
    let value = readAnd();
    while (tokens[0] === 'OR') {
      tokens.shift();
      value = readAnd() || value;
    }
    return value;
  };
  /** @returns {boolean} */
  const readAnd = () => {
    let value = readOne();
    while (tokens[0] === 'AND') {
      tokens.shift();
      value = readOne() && value;
    }
    return value;
  };
  /** @returns {boolean} */
  const readOne = () => {
    const token = tokens.shift();
    if (token !== '(') return token !== undefined && allowed.includes(token);
    const value = readOr();
    if (tokens.shift() !== ')') throw new Error(`The licence "${expression}" has no closing parenthesis.`);
    return value;
  };
  const value = readOr();
  if (tokens.length > 0) throw new Error(`The licence "${expression}" is no SPDX expression.`);
  return value;
}

/**
 * Keys in the lock file of all packages that the app ships, resolved as by Node. Optional dependencies are
 * excluded: they are helpers for Node, and no bundle contains them.
 * @param {Lock} lock @returns {string[]}
 */
export function shippedPackages({ packages = {} }) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} from */
  const follow = (from) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {};
    for (const name of Object.keys(dependencies)) {
      if (name in optionalDependencies) continue;
      const key = resolve(packages, from, name);
      if (key === undefined)
        throw new Error(`${name}, which ${from || 'the app'} needs, is not in the lock file.`);
      if (found.has(key)) continue;
      found.add(key);
      follow(key);
    }
  };
  follow('');
  return [...found].sort();
}

/** @param {Record<string, LockEntry>} packages @param {string} from @param {string} name */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const key = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[key]) return key;
    if (folder === '') return undefined;
  }
}

/** @param {Lock} lock @returns {string[]} one sentence for each problem */
export function checkLicences(lock) {
  return shippedPackages(lock).flatMap((key) => {
    const { version, license: declared } = lock.packages?.[key] ?? {};
    const license = licencesOfTexts.get(`${nameOf(key)} ${version}`) ?? declared;
    if (!license) return [`${nameOf(key)} names no licence.`];
    try {
      return isAllowed(license) ? [] : [`${nameOf(key)} has the licence ${license}, which is not allowed.`];
    } catch (error) {
      return [`${nameOf(key)}: ${error instanceof Error ? error.message : error}`];
    }
  });
}

/**
 * Every package must have a SHA-512 hash and come from the public registry. Entries without an address come
 * from the registry in npm's configuration, and are verified by their hash.
 * @param {Lock} lock @returns {string[]}
 */
export function checkLock({ packages = {} }) {
  return Object.entries(packages).flatMap(([key, { version, resolved, integrity, link }]) => {
    if (key === '') return [];
    const problems = [];
    if (link) problems.push('is a link to a folder');
    else if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) problems.push('has no SHA-512 hash');
    if (resolved !== undefined && !resolved.startsWith(registry)) problems.push(`comes from ${resolved}`);
    if (!version || !isExact(version)) problems.push('has no version');
    return problems.map((problem) => `${nameOf(key)} ${problem}.`);
  });
}

/**
 * Every version in `package.json` must be exact, and equal to the one in the lock file.
 * @param {Manifest} manifest @param {Lock} lock @returns {string[]}
 */
export function checkVersions({ dependencies, devDependencies, overrides = {} }, { packages = {} }) {
  const named = Object.entries({ ...dependencies, ...devDependencies });
  const problems = named.flatMap(([name, given]) => {
    // An alias, such as `npm:typescript@7.0.2`.
    const version = given.replace(/^npm:.+@/, '');
    if (!isExact(version)) return [`${name}: "${given}" is not an exact version.`];
    const locked = packages[`node_modules/${name}`]?.version;
    return locked === version
      ? []
      : [`${name} is ${version} in package.json and ${locked} in the lock file.`];
  });
  const flat = Object.entries(overrides).filter(
    ([, version]) => typeof version !== 'string' || !isExact(version),
  );
  return [...problems, ...flat.map(([name]) => `The override of ${name} is not an exact version.`)];
}

/** @param {string} version */
function isExact(version) {
  return /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version);
}

/** @param {string} key */
function nameOf(key) {
  return key.replace(/^node_modules\//, '').replaceAll('/node_modules/', ' > ');
}

/**
 * Reads the output of `npm audit --json`; any output that is not a report means that the registry was not
 * asked.
 * @param {string} output @returns {Audit}
 */
export function readAudit(output) {
  const report = parse(output);
  if (!isRecord(report))
    return { type: 'not_asked', reason: output.trim().slice(0, 200) || 'npm printed nothing' };
  const { auditReportVersion, vulnerabilities, message, error } = report;
  if (auditReportVersion !== 2 || !isRecord(vulnerabilities)) {
    const summary = isRecord(error) ? error.summary : undefined;
    return { type: 'not_asked', reason: String(message || summary || 'npm printed no report of version 2') };
  }
  const advisories = Object.entries(vulnerabilities).map(([name, found]) => {
    const { severity, via } = isRecord(found) ? found : {};
    const titles = (Array.isArray(via) ? via : []).map((each) =>
      isRecord(each) ? `${each.title} (${each.url})` : each,
    );
    return `${name}, ${severity}: ${titles.join('; ')}`;
  });
  return { type: 'asked', advisories };
}

/**
 * Detects a registry that reports no advisories at all: it must know those of the package `known`.
 * @param {Audit} canary the answer about that package @param {() => Promise<Audit>} ask @returns {Promise<Audit>}
 */
export async function trustAudit(canary, ask) {
  if (canary.type === 'not_asked') return canary;
  if (canary.advisories.length > 0) return ask();
  return {
    type: 'not_asked',
    reason: `the registry knows no advisory of ${known.name} ${known.version}, which has several`,
  };
}

/** A version with advisories: CVE-2019-10744, CVE-2020-8203, CVE-2021-23337. */
const known = { name: 'lodash', version: '4.17.11' };

/**
 * The lines to print, and the exit code.
 * @param {{ title: string, problems: string[] }[]} checks @param {Audit} audit
 */
export function conclude(checks, audit) {
  const lines = checks.flatMap(({ title, problems }) => [
    `${problems.length === 0 ? 'good' : 'BAD '}  ${title}`,
    ...problems.map((problem) => `      ${problem}`),
  ]);
  if (audit.type === 'not_asked')
    lines.push(
      `?     advisories: could not ask (${audit.reason})`,
      '      Run this where the registry can be reached.',
    );
  else {
    lines.push(`${audit.advisories.length === 0 ? 'good' : 'BAD '}  advisories: ${audit.advisories.length}`);
    lines.push(...audit.advisories.map((advisory) => `      ${advisory}`));
  }
  const isBad = checks.some(({ problems }) => problems.length > 0);
  const code =
    isBad || (audit.type === 'asked' && audit.advisories.length > 0) ? 1 : audit.type === 'asked' ? 0 : 2;
  return { lines, code };
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Not a report; the caller quotes it.
    return undefined;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {string} folder @returns {Promise<Audit>} */
function askRegistry(folder) {
  return new Promise((resolve) => {
    const options = {
      cwd: folder,
      timeout: 120_000,
      maxBuffer: 50_000_000,
      shell: process.platform === 'win32',
    };
    execFile('npm', ['audit', '--json', '--package-lock-only'], options, (error, output) =>
      // npm exits with 1 if it has found advisories, so only an empty output is an error.
      resolve(output === '' && error ? { type: 'not_asked', reason: error.message } : readAudit(output)),
    );
  });
}

/** @returns {Promise<Audit>} */
async function askCanary() {
  const folder = mkdtempSync(join(tmpdir(), 'release-check-'));
  const { name, version } = known;
  const root = { name: 'canary', version: '1.0.0', dependencies: { [name]: version } };
  const packages = { '': root, [`node_modules/${name}`]: { version } };
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...root, lockfileVersion: 3, packages }),
    );
    return await askRegistry(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  /** @type {[Manifest, Lock]} */
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const entries = Object.entries(lock.packages ?? {}).filter(([key]) => key !== '');
  const withoutAddress = entries.filter(([, { resolved }]) => resolved === undefined).length;
  const checks = [
    { title: `licences of ${shippedPackages(lock).length} shipped packages`, problems: checkLicences(lock) },
    {
      title: `lock file: hashes and addresses of ${entries.length} packages (${withoutAddress} from the registry that npm is set to)`,
      problems: checkLock(lock),
    },
    { title: 'exact versions in package.json', problems: checkVersions(manifest, lock) },
  ];
  const { lines, code } = conclude(checks, await trustAudit(await askCanary(), () => askRegistry(root)));
  console.log(lines.join('\n'));
  process.exitCode = code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
