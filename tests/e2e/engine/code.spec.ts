/**
 * Code in the built app: stopping interpreters, output on the card, network access through the egress gate
 * only.
 */
import type { Page } from '@playwright/test';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { expect, test } from '../app.ts';
import { addServer, callCard, runEnds, send } from '../chat.ts';

function runScript(page: Page, code: string, timeout = 30) {
  return page.evaluate(
    ([script, seconds]) => window.oneclaw.tools.call('run_javascript', { code: script, timeout: seconds }),
    [code, timeout] as const,
  );
}

test('a script reads and writes the workspace, and its writes can be undone', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('numbers.txt', '1\n2\n39'));
  const result = await runScript(
    app,
    `const sum = (await files.read('numbers.txt')).split('\\n').map(Number).reduce((a, b) => a + b);
     await files.write('sum.txt', String(sum)); console.log('sum', sum);`,
  );
  expect(result).toMatchObject({ status: 'success', result: 'sum 42', metadata: { exit_code: '0' } });
  expect(await app.evaluate(() => window.oneclaw.files.read('sum.txt'))).toBe('42');
  const left = await app.evaluate(async () => {
    const [newest = ''] = await window.oneclaw.runs.list();
    await window.oneclaw.runs.undo(newest);
    return (await window.oneclaw.files.list('.')).map(({ name }) => name);
  });
  expect(left).toContain('numbers.txt');
  expect(left).not.toContain('sum.txt');
});

test('an endless loop ends at its deadline, and the next script runs', async ({ app }) => {
  expect(await runScript(app, 'console.log("in"); for (;;);', 1)).toMatchObject({
    status: 'error',
    error_type: 'timeout',
    message: expect.stringContaining('in'),
  });
  expect(await runScript(app, '6 * 7')).toMatchObject({ status: 'success', result: '=> 42' });
});

test('two scripts at once run one after the other, and share their variables', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('go.txt', ''));
  const order: string[] = [];
  const slow = runScript(
    app,
    `globalThis.mine = 1; await files.write('begun.txt', 'begun');
    while ((await files.read('go.txt')) === '') await new Promise((done) => setTimeout(done, 20));
    console.log('slow')`,
  ).finally(() => order.push('slow'));
  await expect
    .poll(() => app.evaluate(async () => (await window.oneclaw.files.list('.')).map(({ name }) => name)))
    .toContain('begun.txt');
  const quick = runScript(app, 'mine').finally(() => order.push('quick'));
  const waiting = () =>
    app.evaluate(async () => ((await navigator.locks.query()).pending ?? []).map(({ name = '' }) => name));
  await expect.poll(async () => (await waiting()).join()).toContain('run_javascript');
  await app.evaluate(() => window.oneclaw.files.write('go.txt', 'go'));
  expect(await slow).toMatchObject({ status: 'success', result: 'slow' });
  expect(await quick).toMatchObject({ status: 'success', result: '=> 1' });
  expect(order).toEqual(['slow', 'quick']);
});

test('variables are available to the next script, also after a kill and a reload', async ({ app }) => {
  await runScript(
    app,
    'const people = new Map([["Ada", { born: 1815 }]]); class Age { constructor(of) { this.of = of } } const age = (name) => new Age(1843 - people.get(name).born); const count = (() => { let n = 0; return () => ++n })()',
  );
  expect(await runScript(app, 'count(); [age("Ada"), count()]')).toMatchObject({
    result: '=> [ Age { of: 28 }, 2 ]',
  });
  expect(await runScript(app, 'people.clear(); for (;;);', 1)).toMatchObject({ error_type: 'timeout' });
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  // The result lists the variables that were kept and the one that could not be.
  expect(await runScript(app, '[age("Ada").of, age("Ada") instanceof Age, typeof count]')).toMatchObject({
    result:
      "=> [ 28, true, 'undefined' ]\n[count is not there any more: a function in it uses variables of a function around it]",
  });
});

test('requests go through the egress gate, and an agent that is denied the network sends none', async ({
  app,
}) => {
  const web = await startWebServer();
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), new URL(web.url).host);
  const code = `const answer = await fetch(${JSON.stringify(`${web.url}/seen`)}); console.log(answer.status)`;
  expect(await runScript(app, code)).toMatchObject({ status: 'success' });
  const heard = web.hits.get('/seen');
  expect(heard).toBe(1);
  const denied = await app.evaluate(async (script) => {
    const agent = await window.oneclaw.agents.save({
      name: 'Offline',
      systemPrompt: '',
      tools: ['*'],
      deny: ['network'],
    });
    return window.oneclaw.tools.call('run_javascript', { code: script }, { agent });
  }, code);
  expect(denied).toMatchObject({
    status: 'success',
    result: expect.stringContaining('may not use the network'),
  });
  expect(web.hits.get('/seen')).toBe(heard);
  await web.close();
});

test('a card shows what a script prints while it runs, and afterwards its result and exit code', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  await app.evaluate(() => window.oneclaw.files.write('go.txt', ''));
  server.enqueue({
    calls: [
      {
        name: 'run_javascript',
        arguments: {
          code: `console.log('first line');
while ((await files.read('go.txt')) === '') await new Promise((done) => setTimeout(done, 20));
console.log('last line'); throw new Error('on purpose');`,
        },
      },
    ],
  });
  server.enqueue({ text: 'Done.' });
  await send(app, 'Run it');
  const card = callCard(app, 'run_javascript');
  await expect(card.getByLabel('Output')).toHaveText(/first line/);
  await app.evaluate(() => window.oneclaw.files.write('go.txt', 'go'));
  await runEnds(app);
  await expect(card).toHaveAttribute('data-status', 'success');
  await expect(card.getByLabel('Output')).toHaveCount(0);
  await card.getByRole('button').first().click();
  await expect(card).toContainText('last line');
  await expect(card).toContainText('Uncaught Error: on purpose');
  await expect(card).toContainText('exit_code1');
  // The model is sent the text without the metadata.
  const asked = JSON.stringify(server.requests.at(-1));
  expect(asked).toContain('Uncaught Error: on purpose');
  expect(asked).not.toContain('exit_code');
  await server.close();
});
