/** The hand on the wheel: messages during a run steer it or wait for its end, in every tab, until they are sent. */
import type { Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';
import { axeViolations } from '../../axe.ts';

let server: ChatServer;
test.beforeEach(async ({ app }) => {
  server = await startChatServer();
  await addServer(app, server.url);
});
test.afterEach(() => server.close());

const waiting = (page: Page) => page.getByRole('list', { name: 'Messages that wait' }).getByRole('listitem');
const sent = (request: number) => server.requests.at(request)?.body.messages ?? [];
const said = () =>
  sent(-1).flatMap(({ role, content }) => (role === 'user' ? [JSON.stringify(content)] : []));

/** Starts a run whose first step calls a tool, and holds its reply. */
async function startStep(app: Page) {
  const gate = server.hold();
  server.enqueue({ text: 'Let me look.', calls: [{ id: 'n', name: 'noop', arguments: {} }], gate });
  await send(app, 'Measure the room');
  await gate.reached;
  return gate;
}

test('a message steers the run: with the results of the step in hand, seen in every tab, and marked', async ({
  app,
}) => {
  const gate = await startStep(app);
  const other = await app.context().newPage();
  await other.goto(app.url());
  await expect(other.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();

  await app.getByRole('textbox', { name: 'Message' }).fill('In metres, please.');
  await expect(app.getByText('Send waits for the end of this answer.')).toBeVisible();
  await app.getByRole('button', { name: 'Steer now' }).click();
  for (const page of [app, other])
    await expect(waiting(page)).toContainText([/In metres, please\.Goes with the results/]);
  await expect(app.getByRole('textbox', { name: 'Message' })).toHaveValue('');

  server.enqueue({ text: 'Four metres.' });
  gate.release();
  await expect(transcript(app)).toContainText('Four metres.');
  await runEnds(app);
  const [step, answer] = [sent(-2), sent(-1)].map((messages) => messages.map(({ role }) => role));
  // One more request, which begins with the one before it; the message follows the result.
  expect(answer?.slice(0, step?.length)).toEqual(step);
  expect(answer?.slice(step?.length)).toEqual(['assistant', 'tool', 'assistant', 'user']);
  expect(said().at(-1)).toContain('In metres, please.');
  for (const page of [app, other]) {
    await expect(waiting(page)).toHaveCount(0);
    await expect(transcript(page)).toContainText('Sent during the answer');
    await expect(transcript(page).getByText('In metres, please.')).toHaveCount(1);
  }
});

test('what waits can be steered with, moved, edited and dropped, and follows in its order', async ({
  app,
}) => {
  const gate = await startStep(app);
  for (const text of ['one', 'two', 'three']) await send(app, text);
  await expect(waiting(app)).toContainText([/one.*after|one/i, 'two', 'three']);
  await waiting(app).nth(2).getByRole('button', { name: 'Move up' }).click();
  await expect(waiting(app)).toContainText(['one', 'three', 'two']);
  await waiting(app).nth(0).getByRole('button', { name: 'Remove queued message' }).click();
  // The assertion below would pass with a third entry.
  await expect(waiting(app)).toHaveCount(2);
  await expect(waiting(app)).toContainText(['three', 'two']);
  await waiting(app).nth(1).getByRole('button', { name: 'Edit the waiting message' }).click();
  await expect(app.getByRole('textbox', { name: 'Edit the waiting message' })).toHaveValue('two');
  await app.getByRole('textbox', { name: 'Edit the waiting message' }).fill('two, but shorter');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(waiting(app)).toContainText(['three', 'two, but shorter']);
  // The words of the status line change during a run, each with an animation.
  await app.emulateMedia({ reducedMotion: 'reduce' });
  expect(await axeViolations(app)).toEqual([]);

  server.enqueue({ text: 'Looked.' }, { text: 'Answer three.' }, { text: 'Answer two.' });
  gate.release();
  await expect(transcript(app)).toContainText('Answer two.');
  await runEnds(app);
  expect(said()).toEqual(['"Measure the room"', '"three"', '"two, but shorter"']);
});

test('Ctrl+Enter steers, Stop keeps what waits, and the user lets it go on', async ({ app }) => {
  const gate = await startStep(app);
  const field = app.getByRole('textbox', { name: 'Message' });
  await field.fill('Look twice.');
  await field.press('Control+Enter');
  await expect(waiting(app)).toContainText(['Goes with the results']);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(waiting(app)).toContainText(['Not sent. It waits for you.']);
  gate.release();
  await app.reload();
  await expect(waiting(app)).toContainText(['Look twice.']);
  server.enqueue({ text: 'I looked twice.' });
  await waiting(app).getByRole('button', { name: 'Go on with this' }).click();
  await expect(transcript(app)).toContainText('I looked twice.');
  await expect(waiting(app)).toHaveCount(0);
});

test('a message that steers outlives the page, and is delivered once', async ({ app }) => {
  const gate = await startStep(app);
  await app.getByRole('textbox', { name: 'Message' }).fill('In feet.');
  await app.getByRole('button', { name: 'Steer now' }).click();
  await expect(waiting(app)).toHaveCount(1);
  // The resumed run asks for the reply again.
  server.enqueue({ calls: [{ id: 'n', name: 'noop', arguments: {} }] }, { text: 'Twelve feet.' });
  await app.reload();
  await expect(transcript(app)).toContainText('Twelve feet.');
  await runEnds(app);
  gate.release();
  expect(said().filter((words) => words.includes('In feet.'))).toHaveLength(1);
  await expect(transcript(app).getByText('In feet.')).toHaveCount(1);
  await expect(waiting(app)).toHaveCount(0);
});

test('a run that fails hands over what was done, what was not, and which files changed', async ({ app }) => {
  server.enqueue(
    {
      calls: [
        { id: 'w', name: 'write_file', arguments: { path: 'plan.md', content: 'Four metres.' } },
        { id: 'r', name: 'read_file', arguments: { path: 'missing.md' } },
      ],
    },
    { status: 401 },
  );
  await send(app, 'Measure the room');
  const list = app.getByLabel('What this answer leaves');
  await expect(list).toContainText(/Done.*Write/);
  await expect(list).toContainText(/Failed.*Read/);
  await expect(list).toContainText(/Changed files.*plan\.md/);
  await app.reload();
  await expect(list).toContainText(/Changed files.*plan\.md/);
  server.enqueue({ text: 'Measured.' });
  await send(app, 'Go on');
  await expect(transcript(app)).toContainText('Measured.');
  await expect(list).toHaveCount(0);
});

test('a chat that ran without the user opens with what happened since', async ({ app }) => {
  const gate = await startStep(app);
  const here = app.url();
  await app.evaluate(() => (location.hash = '#/tools'));
  await expect(app.getByRole('log')).toHaveCount(0);
  // As if it had been two minutes.
  await app.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('oneclaw.seen-chats') ?? '[]') as [string, { at: number }][];
    for (const [, each] of seen) each.at -= 120_000;
    localStorage.setItem('oneclaw.seen-chats', JSON.stringify(seen));
  });
  server.enqueue({ text: 'Four metres.' });
  gate.release();
  await server.until(2);
  await app.evaluate((hash) => (location.hash = hash), new URL(here).hash);
  const card = app.getByRole('region', { name: 'While you were away' });
  await expect(card.getByRole('listitem')).toHaveText([
    /^Steps: 2 · /,
    'It is done.',
    'No file was changed.',
  ]);
  await card.getByRole('button', { name: 'Hide what happened' }).click();
  await expect(card).toHaveCount(0);
  await app.reload();
  await expect(transcript(app)).toContainText('Four metres.');
  await expect(card).toHaveCount(0);
});
