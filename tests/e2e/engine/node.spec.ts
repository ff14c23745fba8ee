/** JavaScript projects in the built app: tests, scripts and modules of Node over the real workspace. */
import type { Page } from '@playwright/test';
import { commonJsProject, esmProject } from '#tests/fixtures/node/projects.ts';
import { expect, test } from '../app.ts';

const contains = (text: string) => expect.stringContaining(text) as unknown;

function call(page: Page, name: string, values: Record<string, string>) {
  return page.evaluate(([tool, given]) => window.oneclaw.tools.call(tool, given), [name, values] as const);
}

const shell = (page: Page, command: string) => call(page, 'execute_shell_command', { command });

async function write(page: Page, project: Readonly<Record<string, string>>, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(project))
    await page.evaluate(([at, content]) => window.oneclaw.files.write(at, content), [
      `${folder}/${path}`,
      text,
    ] as const);
}

test(
  'a project is tested and run, and what it writes is in the workspace',
  { tag: '@core' },
  async ({ app }) => {
    await write(app, esmProject, 'bank');
    expect(await shell(app, 'cd bank; npm test')).toMatchObject({
      metadata: { exit_code: '0' },
      result: contains('✔ adds up'),
    });
    expect(await shell(app, 'cd bank; npm start')).toMatchObject({ result: contains('5 EUR') });
    expect(await app.evaluate(() => window.oneclaw.files.read('bank/data.json'))).toBe(
      '[{"owner":"Ada","balance":5}]',
    );
    await shell(app, `sed -i 's/RangeError/Error/' /workspace/bank/src/account.js`);
    expect(await shell(app, 'cd /workspace/bank; node --test')).toMatchObject({
      metadata: { exit_code: '1' },
      result: contains('✖ failing tests:'),
    });
    await write(app, commonJsProject, 'cli');
    expect(
      await shell(
        app,
        "cd /workspace/cli; node .; node esm.mjs; echo x > /tmp/x; node -p \"fs=require('fs'); fs.readFileSync('/tmp/x','utf8').trim()\"",
      ),
    ).toMatchObject({
      result: contains('3 index.js 00ff true\n2 2 true\nx'),
    });
  },
);

test('run_javascript reads and writes synchronously, and keeps texts and bytes whole', async ({ app }) => {
  const code = `
    import { readFileSync, writeFileSync, existsSync } from 'node:fs';
    await files.write('a.txt', 'one\\0two');
    writeFileSync('b.bin', new Uint8Array([137, 80, 0, 255]));
    const text = await files.read('a.txt');
    console.log(text.length, readFileSync('a.txt').length, existsSync('none'), (await files.readBytes('b.bin')).join());
    await files.read('b.bin');`;
  expect(await call(app, 'run_javascript', { code })).toMatchObject({
    result: expect.stringMatching(
      /^7 7 false 137,80,0,255\n[^]*'b\.bin' is not UTF-8 text\. files\.readBytes/,
    ),
  });
});

test('Python knows the time zones offline', async ({ app, context }) => {
  const code = `from zoneinfo import ZoneInfo\nfrom datetime import datetime\ndatetime(2026, 7, 1, tzinfo=ZoneInfo('Europe/Berlin')).isoformat()`;
  await call(app, 'run_python', { code: '1' });
  await context.setOffline(true);
  expect(await call(app, 'run_python', { code })).toMatchObject({
    result: contains('2026-07-01T00:00:00+02:00'),
  });
});
