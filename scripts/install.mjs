/** Installs the dependencies if they are missing or older than the lock file; needs only Node and npm. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function installDependencies() {
  requireNode(20, 19);
  const installed = timeOf('node_modules/.package-lock.json');
  if (installed >= timeOf('package-lock.json')) return;
  console.log('Installing dependencies (once) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts']);
}

/** Runs a program in the project's folder and exits with its status if it fails. @param {string} command @param {string[]} values */
export function run(command, values) {
  const { status } = spawnSync(command, values, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} path @returns {number} 0 if there is no such file */
function timeOf(path) {
  return statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {number} major @param {number} minor */
function requireNode(major, minor) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  console.error(
    `OneClaw needs Node ${major}.${minor} or newer; this is ${process.versions.node}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
