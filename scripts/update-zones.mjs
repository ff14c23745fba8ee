/**
 * Compiles the time zones of this machine's tzdata (Debian: packages tzdata and libc-bin) for Python, as the package
 * `tzdata` of its zoneinfo module: https://docs.python.org/3/library/zoneinfo.html#data-sources
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = '/usr/share/zoneinfo/tzdata.zi';
const target = new URL('../workers/runtimes/python/time-zones.zip', import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), 'zones-'));
/** @param {string} program @param {string[]} args */
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: 'inherit' });

run('zic', '-b', 'slim', '-d', 'tzdata/zoneinfo', source);
const zones = readdirSync(join(folder, 'tzdata/zoneinfo'), { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'tzdata/zoneinfo/').length));
writeFileSync(join(folder, 'tzdata/zones'), `${zones.sort().join('\n')}\n`);
const [, version = ''] = /^# version (\S+)/.exec(readFileSync(source, 'utf8')) ?? [];
writeFileSync(join(folder, 'tzdata/__init__.py'), `IANA_VERSION = "${version}"\n`);
// A tar archive stores zones with several names once.
run(
  'tar',
  '--sort=name',
  '--mtime=@0',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '-cf',
  'zones.tar',
  'tzdata',
);
run('touch', '-d', '1980-01-01T00:00:00Z', 'zones.tar');
rmSync(target, { force: true });
run('zip', '-9Xq', target, 'zones.tar');
rmSync(folder, { recursive: true });
