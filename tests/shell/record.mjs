/**
 * Records the output of real bash and coreutils for the commands in tests/shell/cases: `node
 * tests/shell/record.mjs`, or those of some files: `node tests/shell/record.mjs text.json`. Each runs in a folder of its own, whose path is replaced by /workspace. The field
 * `differs` of a case is kept.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { files } from './files.mjs';

const folder = new URL('cases/', import.meta.url);
const modified = new Date('2024-03-01T12:00:00Z');

const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : readdirSync(folder)) {
  const path = new URL(name, folder);
  /** @type {{ command: string, checksStderr?: true, differs?: string }[]} */
  const known = JSON.parse(readFileSync(path, 'utf8'));
  const cases = known.map((each) => ({
    command: each.command,
    ...record(each.command),
    ...(each.checksStderr && { checksStderr: true }),
    ...(each.differs && { differs: each.differs }),
  }));
  writeFileSync(path, `${JSON.stringify(cases, null, 2)}\n`);
  console.log(`${name}: ${cases.length}`);
}

/** @param {string} command */
function record(command) {
  const home = mkdtempSync(join(tmpdir(), 'shell-'));
  // The mode of a home folder; a temporary folder is accessible to its owner only.
  chmodSync(home, 0o755);
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), text);
      utimesSync(join(home, file), modified, modified);
    }
    const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
      cwd: home,
      env: { HOME: home, PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: '/tmp' },
      encoding: 'utf8',
      input: '',
      timeout: 20_000,
    });
    /** @param {string} text */
    const shown = (text) => text.replaceAll(home, '/workspace');
    return { stdout: shown(stdout), stderr: shown(stderr), exitCode: status };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
