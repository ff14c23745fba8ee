/**
 * `npm run release`: builds, checks, and packs `dist/` with its licences into `release/`. `--without-advisories` packs
 * also where the registry could not be asked for advisories; the archive is then not meant to be published.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, root, run } from './install.mjs';
import { checksumLine, entriesOf, pack } from './release/pack.mjs';

installDependencies();
run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn']);
const { status } = spawnSync(process.execPath, [join(root, 'scripts/release-check.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
const isUnasked = status === 2 && process.argv.includes('--without-advisories');
if (status !== 0 && !isUnasked) process.exit(status ?? 1);

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `oneclaw-${version}`;
const archive = pack([
  // The build writes the licences of all packages to `licences.txt`.
  ...entriesOf(join(root, 'dist'), name),
  { name: `${name}/LICENSE`, body: readFileSync(join(root, 'LICENSE')) },
]);
const checksum = checksumLine(`${name}.tar.gz`, archive);
mkdirSync(join(root, 'release'), { recursive: true });
writeFileSync(join(root, 'release', `${name}.tar.gz`), archive);
writeFileSync(join(root, 'release', `${name}.tar.gz.sha256`), checksum);
console.log(`release/${name}.tar.gz, ${(archive.length / 1e6).toFixed(1)} MB\n${checksum}`);
