/** `npm` and `npx` in the shell. */
import { describe, expect, it } from 'vitest';
import { commonJsProject, esmProject } from '#tests/fixtures/node/projects.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

describe('npm', () => {
  it('tests a project, with what belongs before it', async () => {
    const { raw } = await openShell(esmProject);
    const { stdout, exitCode } = await raw('cd src && npm test');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^\n> bank@1\.2\.0 pretest\n> echo before\n\nbefore\n\n> bank@1\.2\.0 test\n> node --test\n\n▶ Account\n/,
    );
    expect(stdout).toContain('ℹ pass 2\nℹ fail 0\n');
  });

  it('passes on arguments, the exit code and the environment', async () => {
    const { raw } = await openShell(esmProject);
    const chosen = await raw('npm test -- --test-name-pattern refuses');
    expect(chosen.stdout).toMatch(/> node --test --test-name-pattern refuses\n[^]*ℹ tests 1\n/);
    expect(await raw('npm run -s where')).toMatchObject({
      stdout: '/workspace\nwhere bank 1.2.0\n',
      exitCode: 0,
    });
    expect((await raw('npm run bad')).exitCode).toBe(3);
    expect((await raw('npm start')).stdout).toContain('saved 1\n5 EUR\n');
    expect(await raw('npm test || echo failed')).toMatchObject({ exitCode: 0 });
  });

  it('lists the scripts, and says which there are', async () => {
    const { raw } = await openShell(commonJsProject);
    expect((await raw('npm run')).stdout).toBe(
      'Lifecycle scripts included in cli:\n  test\n    node --test\n',
    );
    const { stderr, exitCode } = await raw('npm run lint');
    expect([stderr, exitCode]).toEqual(['npm: Missing script: "lint". There are: test\n', 1]);
    expect(await raw('npm run lint --if-present')).toMatchObject({ stdout: '', stderr: '', exitCode: 0 });
    expect((await raw('npm pkg get scripts.test')).stdout).toBe('"node --test"\n');
  });

  it('makes a package.json, whose tests run', async () => {
    const { raw } = await openShell({
      'app/a.test.js': `import test from 'node:test'; test('a', () => {});`,
    });
    expect((await raw('npm test')).stderr).toContain('npm init -y');
    expect(await raw('cd app && npm init -y && npm test -s')).toMatchObject({ exitCode: 0 });
    expect((await raw('cd app; npm init -y')).stderr).toContain('exists');
  });

  it.each([
    ['npm publish', 'cannot be published'],
    ['jest', 'node --test'],
    ['npx jest --watch', 'node --test'],
    ['npx tsc', 'with types in comments'],
    ['npx prettier', "no program 'prettier'"],
    ['yarn test', 'npm runs the scripts'],
    ['node --watch a.js', 'run the command again'],
    ['node --test --test-reporter=junit', 'spec and tap'],
    ['node --test none.js', `Could not find 'none.js'`],
    ['node --test', 'a.test.js'],
    ['node a.ts', 'TypeScript'],
    ['node --nope', 'bad option: --nope'],
  ])('%s says what to do', async (command, words) => {
    const { raw } = await openShell({ 'a.ts': 'const a: number = 1;' });
    const { stderr, exitCode } = await raw(command);
    expect(stderr).toContain(words);
    expect(exitCode).not.toBe(0);
  });
});

it('npx runs a program of a package', async () => {
  const { raw } = await openShell({
    'node_modules/cowsay/package.json':
      '{"name": "cowsay", "bin": {"cowsay": "./cli.js", "cowthink": "./think.js"}}',
    'node_modules/cowsay/cli.js': `#!/usr/bin/env node\nconsole.log('moo', ...process.argv.slice(2), require('./package').name);`,
    'node_modules/cowsay/think.js': `console.log('hm');`,
  });
  expect(await raw('npx -y cowsay@1 "a b"')).toMatchObject({ stdout: 'moo a b cowsay\n', exitCode: 0 });
  expect(await raw('mkdir -p d; cd d; npx cowthink')).toMatchObject({ stdout: 'hm\n', exitCode: 0 });
});
