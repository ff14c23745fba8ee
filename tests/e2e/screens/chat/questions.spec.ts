/** Questions of the model, and its to-do list: by tap and by keyboard, after Stop and after a reload. */
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { expect, test as base } from '../../app.ts';
import { addServer, callCard, runEnds, send, transcript } from '../../chat.ts';

const test = base.extend<{ server: ChatServer }>({
  server: async ({ app }, use) => {
    const server = await startChatServer();
    await addServer(app, server.url);
    await use(server);
    await server.close();
  },
});

const ask = (values: object) => ({
  calls: [{ id: 'q', name: 'question', arguments: { question: 'Where to?', ...values } }],
});
/** The last message sent to the model, parsed if it is JSON text. */
const told = (server: ChatServer): unknown => {
  const content = server.requests.at(-1)?.body.messages?.at(-1)?.content;
  return typeof content === 'string' ? JSON.parse(content) : content;
};
const success = (result: string) => ({ status: 'success', result });
const todos = (...statuses: string[]) => ({
  todos: statuses.map((status, at) => ({ content: `Step ${at + 1}`, status })),
});

test('the to-do list above the field is updated, and a tap answers a question during the run @long', async ({
  app,
  server,
}) => {
  server.enqueue({
    calls: [{ id: 't1', name: 'todowrite', arguments: todos('in_progress', 'pending') }],
  });
  server.enqueue(ask({ options: ['Lisbon', { label: 'Porto', description: 'Cooler in August' }] }));
  await send(app, 'Plan a trip');

  const strip = app.getByRole('region', { name: 'To do' });
  await expect(strip).toContainText('0 of 2');
  await strip.getByRole('button', { name: /0 of 2/ }).click();
  await expect(strip.getByRole('listitem')).toContainText(['Step 1', 'Step 2']);
  await expect(strip.getByRole('img', { name: 'In progress' })).toBeVisible();

  const card = callCard(app, 'question');
  await expect(card).toContainText('Where to?');
  await expect(card).toHaveAttribute('data-status', 'running');
  await expect(app.getByText('Waiting for your answer')).toBeVisible();
  await expect(app.getByRole('status').filter({ hasText: 'Where to?' })).toBeAttached();

  server.enqueue({
    calls: [{ id: 't2', name: 'todowrite', arguments: todos('completed', 'in_progress') }],
  });
  server.enqueue({ text: 'Porto it is.' });
  await card.getByRole('button', { name: 'Porto' }).click({ delay: 600 });
  await runEnds(app);
  await expect(card).toHaveAttribute('data-status', 'success');
  await expect(card.getByRole('list', { name: 'Your answer' })).toHaveText('Porto');
  await expect(strip).toContainText('1 of 2');

  await app.reload();
  await expect(strip).toContainText('1 of 2');
  await expect(strip).toContainText('Step 2');
  await expect(callCard(app, 'question').getByRole('list', { name: 'Your answer' })).toHaveText('Porto');
  await strip.getByRole('button', { name: 'Hide this list' }).click();
  await expect(strip).toHaveCount(0);
  await app.reload();
  await expect(transcript(app)).toContainText('Porto it is.');
  await expect(strip).toHaveCount(0);
});

test('several options and own text can be combined, and a message typed meanwhile is the answer', async ({
  app,
  server,
}) => {
  server.enqueue(ask({ options: ['Lisbon', 'Porto', 'Faro'], multiple: true }), ask({}));
  await send(app, 'Ask me');
  const card = callCard(app, 'question');
  await card.getByRole('checkbox', { name: 'Faro' }).check();
  await card.getByRole('checkbox', { name: 'Lisbon' }).check();
  await card.getByRole('textbox', { name: 'Something else' }).fill('and Évora');
  await expect(card.getByRole('button', { name: 'Answer' })).not.toHaveAttribute('aria-disabled', 'true');
  await card.getByRole('textbox', { name: 'Something else' }).press('Enter');
  await server.until(2);
  expect(told(server)).toEqual(success('The user chose:\n- Lisbon\n- Faro\nThe user wrote: and Évora'));

  await expect(app.getByText('Waiting for your answer')).toBeVisible();
  server.enqueue({ text: 'As you like.' });
  await send(app, 'Somewhere warm');
  await runEnds(app);
  expect(told(server)).toEqual(success('The user wrote: Somewhere warm'));
  await expect(callCard(app, 'question')).toContainText('Somewhere warm');
  // The typed text was the answer to the question, and is not a separate message.
  expect(server.requests).toHaveLength(3);
});

test('a question survives its tab, is shown again each time, and ends with a stop', async ({
  app,
  server,
}) => {
  server.enqueue(ask({ options: ['Lisbon'] }));
  await send(app, 'Ask me');
  for (let death = 0; death < 4; death++) {
    await expect(callCard(app, 'question').getByRole('button', { name: 'Lisbon' })).toBeVisible();
    await app.reload();
  }
  server.enqueue(ask({}));
  // The question can be answered in any tab.
  const other = await app.context().newPage();
  await other.goto(app.url());
  await callCard(other, 'question').getByRole('button', { name: 'Lisbon' }).click({ delay: 600 });
  await server.until(2);
  await other.close();
  expect(told(server)).toEqual(success('The user chose:\n- Lisbon'));

  await expect(callCard(app, 'question').getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
  await expect(callCard(app, 'question')).toHaveAttribute('data-status', 'error');
  await expect(callCard(app, 'question').getByRole('textbox')).toHaveCount(0);
});

test('a question in another chat shows a notice, and one from the console is shown over every screen @long', async ({
  app,
  server,
}) => {
  await app.evaluate(() => (location.hash = '#/files'));
  server.enqueue(ask({ options: ['Lisbon'] }), { text: 'Done.' });
  const sendFromConsole = () =>
    app.evaluate(async () => {
      const [provider] = (await window.oneclaw.providers.list()).filter(({ kind }) => kind !== 'guide');
      return window.oneclaw.chat.send('Ask me', { provider: provider?.id ?? '' });
    });
  const notice = app.getByText('A question is waiting for you.');
  const report = sendFromConsole();
  await app.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await callCard(app, 'question').getByRole('button', { name: 'Skip this question' }).click({ delay: 600 });
  expect((await report).text).toBe('Done.');
  await expect(callCard(app, 'question')).toContainText('You skipped this question.');

  // It comes back on every screen until the question is answered.
  await app.evaluate(() => (location.hash = '#/files'));
  server.enqueue(ask({ options: ['Porto'] }), { text: 'Done.' });
  const waiting = sendFromConsole();
  await expect(notice).toBeVisible();
  await app.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await app.evaluate(() => (location.hash = '#/tasks'));
  await expect(notice).toBeVisible();
  await app.getByRole('button', { name: 'Show', exact: true }).click();
  await callCard(app, 'question').getByRole('button', { name: 'Skip this question' }).click({ delay: 600 });
  await waiting;
  await app.evaluate(() => (location.hash = '#/files'));
  await expect(notice).toHaveCount(0);

  // The notice disappears when its question is over.
  await app.evaluate(() => (location.hash = '#/files'));
  server.enqueue(ask({ options: ['Porto'] }));
  const stopped = sendFromConsole();
  await expect(notice).toBeVisible();
  await app.evaluate(async () => {
    for (const { id } of await window.oneclaw.sessions.list()) await window.oneclaw.chat.stop(id);
  });
  await stopped;
  await expect(notice).toHaveCount(0);

  const asked = app.evaluate(() => window.oneclaw.tools.call('question', { question: 'Ready?' }));
  const sheet = app.getByRole('alertdialog', { name: 'Ready?' });
  await sheet.getByRole('textbox', { name: 'Your answer' }).fill('Yes');
  await expect(sheet.getByRole('button', { name: 'Answer' })).not.toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: 'Answer' }).click();
  expect(await asked).toMatchObject(success('The user wrote: Yes'));
});
