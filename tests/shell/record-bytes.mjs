/**
 * Records what real bash and coreutils make of files that are not UTF-8: `node tests/shell/record-bytes.mjs`. The
 * outputs are in base64, by command and file.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from './bytes/commands.mjs';
import { files } from './bytes/files.mjs';

const recorded = Object.fromEntries(
  commands.map((command) => [
    command,
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, record(command, content)])),
  ]),
);
writeFileSync(new URL('bytes/recorded.json', import.meta.url), `${JSON.stringify(recorded, null, 2)}\n`);

/**
 * @param {string} command
 * @param {Uint8Array} content
 */
function record(command, content) {
  const home = mkdtempSync(join(tmpdir(), 'shell-'));
  try {
    writeFileSync(join(home, 'F'), content);
    const { stdout } = spawnSync('bash', ['-c', command], {
      cwd: home,
      env: { HOME: home, PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: '/tmp' },
      input: '',
      timeout: 20_000,
    });
    return stdout.toString('base64');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
