/** Small projects as models write them: run, tested and required, on the real interpreter. */
import { expect, it } from 'vitest';
import { commonJsProject, esmProject } from '#tests/fixtures/node/projects.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const withoutTimes = (text: string) =>
  text.replace(/\(?\d+(\.\d+)?ms\)?/g, 'T').replace(/(duration_ms:? )[\d.]+/g, '$1T');

it('runs a project of ES modules', async () => {
  const { raw, tree } = await openShell(esmProject);
  expect(await raw('node src/main.js Ada')).toMatchObject({ stdout: 'saved 1\n5 EUR\n', stderr: '' });
  expect(await raw('cd src && node main.js Bob')).toMatchObject({ stdout: 'saved 2\n5 EUR\n', stderr: '' });
  expect(tree()['data.json']).toBe('[{"owner":"Ada","balance":5},{"owner":"Bob","balance":5}]');
});

it('tests it, and after a rename of its class', async () => {
  const { raw } = await openShell(esmProject);
  const passed = `▶ Account
  ✔ adds up T
  ✔ refuses T
✔ Account T
ℹ tests 2
ℹ suites 1
ℹ pass 2
ℹ fail 0
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms T
`;
  const first = await raw('node --test');
  expect([withoutTimes(first.stdout), first.exitCode, first.stderr]).toEqual([passed, 0, '']);
  await raw(`sed -i 's/Account/Ledger/g' src/*.js test/*.js`);
  const renamed = await raw('node --test');
  expect([withoutTimes(renamed.stdout), renamed.exitCode]).toEqual([
    passed.replaceAll('Account', 'Ledger'),
    0,
  ]);
  await raw(`sed -i 's/class Ledger/class Book/' src/account.js`);
  const broken = await raw('node --test');
  expect(broken.exitCode).toBe(1);
  expect(broken.stdout).toMatch(/✖ test\/account\.test\.js[^]*ℹ fail 1[^]*'?Ledger'?/);
});

it('runs and tests a project of CommonJS', async () => {
  const { raw } = await openShell(commonJsProject);
  for (const command of ['node index.js', 'node .', 'node ./index'])
    expect(await raw(command)).toMatchObject({ stdout: '3 index.js 00ff true\n', stderr: '' });
  expect(await raw('node esm.mjs')).toMatchObject({ stdout: '2 2 true\n', stderr: '' });
  const { stdout, exitCode } = await raw('node --test');
  expect(exitCode).toBe(0);
  expect(withoutTimes(stdout)).toContain('✔ sum T\n✔ callback T\nℹ tests 2\n');
});
