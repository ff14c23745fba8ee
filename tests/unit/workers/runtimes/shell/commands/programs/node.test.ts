/** `node` in the shell, on the real interpreter: the folder it runs in, `process`, and how a script ends. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const app = {
  'app/lib.js': 'export const name = "lib of app";',
  'app/main.js': `import { name } from './lib.js'; console.log(name);`,
  'app/parts/deep.js': `import { name } from '../lib.js'; export default name;`,
  'app/deep.js': `import name from './parts/deep.js'; console.log(name);`,
};

describe('the folder', () => {
  it.each([
    'cd app && node main.js',
    'node app/main.js',
    'cd app/parts && node ../main.js',
    'node /workspace/app/main.js',
    'node app/deep.js',
    `cd app && node -e 'import { name } from "./lib.js"; console.log(name)'`,
    `cd app && node -e 'import("./lib.js").then(({ name }) => console.log(name))'`,
    `cd app && echo 'import { name } from "./lib.js"; console.log(name)' | node`,
    'cp app/*.js /tmp; node /tmp/main.js',
  ])('is where imports begin: %s', async (command) => {
    const { raw } = await openShell(app);
    expect(await raw(command)).toMatchObject({ stdout: 'lib of app\n', stderr: '', exitCode: 0 });
  });

  it('is where files are read and written, and what their paths are relative to', async () => {
    const code = `
      console.log(await files.read('in.txt'), await files.read('../top.txt'), await files.read('/workspace/top.txt'));
      await files.write('out/new.txt', 'out');
      for (const { path, type } of await files.walk()) if (type === 'file') console.log(path, await files.read(path));
      console.log((await files.stat('.')).path, (await files.stat('..')).path, process.cwd());
    `;
    const { raw, tree } = await openShell({ 'app/in.txt': 'in', 'top.txt': 'top', 'read.js': code });
    const { stdout, stderr } = await raw('cd app && node ../read.js');
    expect(stderr).toBe('');
    expect(stdout).toBe('in top top\nin.txt in\nout/new.txt out\n. /workspace /workspace/app\n');
    expect(tree()).toMatchObject({ 'app/out/new.txt': 'out' });
  });

  it('is named in errors', async () => {
    const { raw } = await openShell({ 'app/bad.js': '\nnull.x', 'app/missing.js': `import './none.js';` });
    expect((await raw('cd app; node bad.js')).stderr).toContain('app/bad.js:2');
    expect((await raw('cd app; node missing.js')).stderr).toContain(`Cannot import 'app/none.js'`);
  });
});

describe('the text of a script', () => {
  it('may begin with a line for the shell', async () => {
    const { raw } = await openShell({ 'a.js': '#!/usr/bin/env node\nconsole.log("ran")' });
    expect(await raw('node a.js')).toMatchObject({ stdout: 'ran\n', exitCode: 0 });
  });

  it('may ask for strict mode', async () => {
    const { raw } = await openShell({ 'a.js': `'use strict'\nundeclared = 1` });
    expect(await raw('node a.js')).toMatchObject({ exitCode: 1 });
    expect(await raw('node -e "undeclared = 1"')).toMatchObject({ exitCode: 0 });
  });
});

describe('process', () => {
  it('has the exported variables', async () => {
    const { raw } = await openShell({
      'a.js': 'const { A, B, C, D } = process.env; console.log(A, B, C, D)',
    });
    const { stdout } = await raw('export A=1; B=2; C=3 node a.js', { env: { D: '4' } });
    expect(stdout).toBe('1 undefined 3 4\n');
  });

  it('has the arguments', async () => {
    const { raw } = await openShell({ 'a.js': 'console.log(process.argv.join())' });
    expect((await raw('node a.js 1 "2 3"')).stdout).toBe('/usr/bin/node,/workspace/a.js,1,2 3\n');
  });

  it.each([
    ['process.exit(3); console.log("no")', 3],
    ['process.exit()', 0],
    ['process.exitCode = 4; process.exit()', 4],
    ['process.exitCode = 5; console.log("goes on")', 5],
    ['try { process.exit(3) } catch { process.exit(9) } finally { console.log("no") }', 3],
    ['const f = async () => process.exit(6); f().catch(() => console.log("no"))', 6],
    ['setTimeout(() => process.exit(7), 1); setTimeout(() => console.log("no"), 60_000)', 7],
    ['await null; process.exit(8)', 8],
    ['throw new Error("on purpose")', 1],
  ])('ends with %s', async (code, exitCode) => {
    const { raw } = await openShell({ 'a.js': code });
    const end = await raw('node a.js');
    expect(end).toMatchObject({ exitCode });
    expect(end.stdout).not.toContain('no');
  });

  it.each([
    'let all = ""; process.stdin.setEncoding("utf8"); process.stdin.on("data", (part) => (all += part)).on("end", () => console.log(all))',
    'let all = ""; for await (const part of process.stdin) all += part; console.log(all);',
    'console.log(process.stdin.read())',
  ])('reads its input: %s', async (code) => {
    const { raw } = await openShell({ 'a.js': code });
    expect(await raw('printf "1 ü" | node a.js')).toMatchObject({ stdout: '1 ü\n', stderr: '' });
  });

  it('writes without line ends', async () => {
    const { raw } = await openShell();
    const end = await raw(`node -e 'process.stdout.write("a"); process.stderr.write("b")'`);
    expect(end).toMatchObject({ stdout: 'a', stderr: 'b' });
  });
});
