/** Sessions: a reload during and after a run, several sessions, deletion, and two tabs. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../../chat.ts';
import { expect, test, watchProblems } from '../../app.ts';

test('a reload at the end shows the same conversation', { tag: '@core' }, async ({ app }) => {
  await send(app, 'Write hello to a.txt and then read it back');
  await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  // The Markdown renderer loads as a separate chunk.
  await expect(transcript(app).locator('pre')).toBeVisible();
  // The undo button loads as a separate chunk too.
  await expect(transcript(app).getByText('1 file changed')).toBeVisible();
  const before = await transcript(app).innerText();
  await app.reload();
  await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
  await expect.poll(() => transcript(app).innerText()).toBe(before);
});

test(
  'after a reload in the middle of a stream the run resumes by itself, and no text is duplicated',
  { tag: '@core' },
  async ({ app }) => {
    const server = await startChatServer();
    await addServer(app, server.url);
    const gate = server.hold();
    server.enqueue({ text: 'alpha beta gamma delta epsilon zeta', gate });
    await send(app, 'Speak');
    await gate.reached;
    gate.release(5);
    await expect(transcript(app)).toContainText('alpha');
    server.enqueue({ text: 'alpha beta gamma, whole.' });
    await app.reload();
    await expect(transcript(app)).toContainText('alpha beta gamma, whole.');
    await expect(app.getByText('Interrupted, then continued from the last complete step.')).toBeVisible();
    await expect(transcript(app)).not.toContainText('delta');
    expect(server.requests.at(-1)?.body).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user', content: 'Speak' }],
    });
    gate.release();
    await server.close();
  },
);

test('after a reload during a repeatable call, the call is repeated, and the run ends', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'w', name: 'test_wait', arguments: { milliseconds: 1_500 } }] });
  server.enqueue({ text: 'All done.' });
  // Wait for the whole reply: the call starts earlier, and a reload before the end would repeat the request.
  const replied = app.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.oneclaw.on((event) => event.type === 'reply-end' && resolve());
      }),
  );
  await send(app, 'Wait');
  await replied;
  await expect(callCard(app, 'test_wait')).toHaveAttribute('data-status', 'running');
  await app.reload();
  await expect(transcript(app)).toContainText('All done.');
  await expect(callCard(app, 'test_wait')).toHaveAttribute('data-status', 'success');
  expect(server.requests).toHaveLength(2);
  await server.close();
});

for (const choice of ['Run again', 'Skip'] as const) {
  test(`a reload while a tool writes asks, and "${choice}" goes on`, async ({ app }) => {
    const server = await startChatServer();
    await addServer(app, server.url);
    server.enqueue({
      calls: [{ id: 'w', name: 'test_effect', arguments: { name: 'x', milliseconds: 3_000 } }],
    });
    server.enqueue({ text: 'All done.' });
    await send(app, 'Write');
    await expect(callCard(app, 'test_effect')).toContainText('Wrote');
    await app.reload();
    const question = app.getByRole('group', { name: 'Waiting for your answer' });
    await expect(question).toContainText('test_effect');
    await question.getByRole('button', { name: choice }).click();
    await expect(transcript(app)).toContainText('All done.');
    await expect(question).toBeHidden();
    const status = choice === 'Skip' ? 'error' : 'success';
    await expect(callCard(app, 'test_effect')).toHaveAttribute('data-status', status);
    const effects = await app.evaluate(() => window.oneclaw.files.read('effects.txt'));
    expect(effects).toBe(choice === 'Skip' ? 'x\n' : 'x\nx\n');
    await server.close();
  });
}

test('the next message of the user replaces the decision about an interrupted call', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: [{ id: 'w', name: 'test_effect', arguments: { name: 'x', milliseconds: 20_000 } }],
  });
  await send(app, 'Wait');
  await expect(callCard(app, 'test_effect')).toContainText('Wrote');
  await app.reload();
  await expect(app.getByRole('group', { name: 'Waiting for your answer' })).toBeVisible();
  server.enqueue({ text: 'Something else, then.' });
  await send(app, 'Never mind');
  await expect(transcript(app)).toContainText('Something else, then.');
  await expect(callCard(app, 'test_effect')).toHaveAttribute('data-status', 'error');
  const results = await app.evaluate(async () => {
    const [first] = await window.oneclaw.sessions.list();
    const view = first && (await window.oneclaw.sessions.get(first.id));
    return view?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'result' ? [part.result] : [])),
    );
  });
  expect(results).toMatchObject([
    {
      status: 'error',
      error_type: 'interrupted',
      message: expect.stringContaining('may or may not have taken effect') as unknown,
    },
  ]);
  await server.close();
});

test('sessions are listed, opened and deleted @long', async ({ app }) => {
  await send(app, 'What time is it in Tokyo?');
  await runEnds(app);
  await app.getByRole('button', { name: 'New chat' }).first().click();
  await expect(callCard(app, 'get_current_time')).toHaveCount(0);
  await send(app, 'Write b to b.txt');
  await runEnds(app);
  await openMenu(app);
  await app.getByRole('link', { name: 'What time is it in Tokyo?' }).click();
  await expect(callCard(app, 'get_current_time')).toBeVisible();
  await openMenu(app);
  await app.getByRole('button', { name: 'Options for Write b to b.txt' }).click();
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.getByRole('link', { name: 'Write b to b.txt' })).toHaveCount(0);
  await expect
    .poll(() => app.evaluate(async () => (await window.oneclaw.sessions.list()).map(({ title }) => title)), {
      timeout: 15_000,
    })
    .toEqual(['What time is it in Tokyo?']);
});

test('a second tab follows a run live, and can stop it', async ({ app, appUrl, context }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  const gate = server.hold();
  server.enqueue({ text: 'alpha beta gamma delta epsilon zeta', gate });
  await send(app, 'Speak');
  await gate.reached;
  gate.release(5);
  await expect(transcript(app)).toContainText('alpha');

  const other = await context.newPage();
  const problems = watchProblems(other);
  await other.goto(`${appUrl}${new URL(app.url()).hash}`);
  await expect(transcript(other)).toContainText('alpha');
  gate.release(3);
  await expect(transcript(other)).toContainText('beta');
  await other.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
  await runEnds(other);
  expect(problems).toEqual([]);
  gate.release();
  await server.close();
});

test('the death of the engine is detected and reported, and the engine is restarted', async ({ app }) => {
  await send(app, 'What time is it in Tokyo?');
  await runEnds(app);
  const [engine] = app.workers().filter((worker) => /engine/.test(worker.url()));
  // This promise never settles, because the worker is gone.
  void engine?.evaluate(() => self.close()).catch(() => undefined);
  await expect
    .poll(() =>
      app.evaluate(() =>
        window.oneclaw.tools.call('get_current_time').then(
          ({ status }) => status,
          () => 'died',
        ),
      ),
    )
    .toBe('success');
  await send(app, 'What time is it in Paris?');
  await expect(transcript(app)).toContainText(/in Paris/);
});

for (const way of ['is closed', 'crashes'] as const) {
  test(`a second tab follows a run, and takes it over when the first ${way}`, async ({
    app,
    appUrl,
    context,
  }) => {
    const server = await startChatServer();
    await addServer(app, server.url);
    const gate = server.hold();
    server.enqueue({ text: 'alpha beta gamma delta epsilon zeta', gate });
    await send(app, 'Speak');
    await gate.reached;
    gate.release(5);
    await expect(transcript(app)).toContainText('alpha');
    const other = await context.newPage();
    const problems = watchProblems(other);
    await other.goto(`${appUrl}${new URL(app.url()).hash}`);
    await expect(transcript(other)).toContainText('alpha');

    server.enqueue({ text: 'From the other tab.' });
    if (way === 'crashes') {
      const crashed = app.waitForEvent('crash');
      const devtools = await context.newCDPSession(app);
      void devtools.send('Page.crash').catch(() => undefined);
      await crashed;
    }
    await app.close();
    await expect(transcript(other)).toContainText('From the other tab.');
    await expect(other.getByText('Interrupted, then continued from the last complete step.')).toBeVisible();
    await runEnds(other);
    expect(server.requests).toHaveLength(2);
    expect(problems).toEqual([]);
    gate.release();
    await server.close();
  });
}

test('a message from another tab during a run is sent after the run, and survives its tab', async ({
  app,
  appUrl,
  context,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  const gate = server.hold();
  server.enqueue({ text: 'alpha beta', gate });
  await send(app, 'First');
  await gate.reached;
  const asked = async (page: Page, text: string) =>
    page.evaluate(async (words) => {
      const [first] = await window.oneclaw.sessions.list();
      void window.oneclaw.chat.send(words, { session: first!.id }).catch(() => undefined);
    }, text);
  const other = await context.newPage();
  await other.goto(appUrl);
  await other.evaluate(() => window.oneclaw.ready);
  await asked(other, 'Second');
  await asked(app, 'Third');
  const waiting = () =>
    app.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('oneclaw');
          opening.onerror = () => reject(new Error('The database could not be opened.'));
          opening.onsuccess = () => {
            const range = IDBKeyRange.bound('waiting-send-', 'waiting-send-~');
            const count = opening.result.transaction('settings').objectStore('settings').count(range);
            count.onsuccess = () => {
              opening.result.close();
              resolve(count.result);
            };
          };
        }),
    );
  await expect.poll(waiting).toBe(2);
  await other.close();
  gate.release();
  for (const words of ['You said: Third', 'You said: Second'])
    await expect(transcript(app)).toContainText(words);
  await runEnds(app);
  expect(await waiting()).toBe(0);
  const said = server.requests.map(({ body }) => body.messages?.at(-1)?.content);
  expect(said.toSorted()).toEqual(['First', 'Second', 'Third']);
  await server.close();
});
