/** Regenerating, editing and switching branches: every version of a conversation stays available. */
import type { Locator, Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

const versions = (app: Page): Locator => app.getByRole('group', { name: 'Versions' });

async function ask(app: Page, words: string, answer: string): Promise<void> {
  server.enqueue({ text: answer });
  await send(app, words);
  await expect(transcript(app)).toContainText(answer);
  await runEnds(app);
}

/** Contents of the messages in the last request, without the system prompt. */
const lastAsked = () => (server.requests.at(-1)?.body.messages ?? []).slice(1).map(({ content }) => content);

test('an answer is regenerated, and both versions can be read', async ({ app, isMobile }) => {
  await addServer(app, server.url);
  await ask(app, 'Tell me a joke', 'The first joke.');
  server.enqueue({ text: 'The second joke.' });
  await app.getByRole('button', { name: 'Answer again' }).press('Enter');
  await expect(transcript(app)).toContainText('The second joke.');
  const field = app.getByRole('textbox', { name: 'Message', exact: true });
  await expect(isMobile ? app.locator('.scroller:has(> [role=log])') : field).toBeFocused();
  await expect(transcript(app)).not.toContainText('The first joke.');
  expect(lastAsked()).toEqual(['Tell me a joke']);
  await expect(versions(app)).toContainText('2/2');

  await versions(app).getByRole('button', { name: 'Previous version' }).click();
  await expect(transcript(app)).toContainText('The first joke.');
  await expect(versions(app)).toContainText('1/2');
  await app.reload();
  await expect(transcript(app)).toContainText('The first joke.');

  await ask(app, 'Why is that funny?', 'It is not.');
  expect(lastAsked()).toEqual(['Tell me a joke', 'The first joke.', 'Why is that funny?']);
  await versions(app).getByRole('button', { name: 'Next version' }).click();
  await expect(transcript(app)).toContainText('The second joke.');
  await expect(transcript(app)).not.toContainText('Why is that funny?');
});

test('a message in the middle of a conversation is edited, and the old branch stays @long', async ({
  app,
}) => {
  await addServer(app, server.url);
  await ask(app, 'I live in Rome', 'Noted: Rome.');
  await ask(app, 'Where do I live?', 'In Rome.');

  await app.getByRole('button', { name: 'Edit message' }).first().click();
  const field = app.getByRole('textbox', { name: 'Edit message' });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Edit message' }).first()).toBeFocused();
  await app.getByRole('button', { name: 'Edit message' }).first().click();
  await field.fill('I live in Oslo');
  server.enqueue({ text: 'Noted: Oslo.' });
  await app.getByRole('form', { name: 'Edit message' }).getByRole('button', { name: 'Send' }).click();
  await expect(transcript(app)).toContainText('Noted: Oslo.');
  await expect(transcript(app)).not.toContainText('Rome');
  expect(lastAsked()).toEqual(['I live in Oslo']);
  await runEnds(app);

  await ask(app, 'And what is it called?', 'Oslo.');
  await versions(app).first().getByRole('button', { name: 'Previous version' }).click();
  await expect(transcript(app)).toContainText('In Rome.');
  await expect(transcript(app)).not.toContainText('Oslo');
  await versions(app).first().getByRole('button', { name: 'Next version' }).click();
  await expect(transcript(app)).toContainText('And what is it called?');
});

test('an edited message keeps its picture', async ({ app }) => {
  const id = await addServer(app, server.url);
  server.enqueue({ text: 'A square.' });
  const session = await app.evaluate(async (provider) => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext('2d')?.fillRect(0, 0, 2, 2);
    const blob = await canvas.convertToBlob();
    const sent = await window.oneclaw.chat.send('What is this?', {
      provider,
      attachments: [new File([blob], 'square.png', { type: 'image/png' })],
    });
    return sent.session;
  }, id);
  await app.evaluate((hash) => (location.hash = hash), `#/chat/${session}`);
  await expect(transcript(app).getByRole('img', { name: 'square.png' })).toBeVisible();
  await app.getByRole('button', { name: 'Edit message' }).click();
  await app.getByRole('textbox', { name: 'Edit message' }).fill('What colour is it?');
  server.enqueue({ text: 'Black.' });
  await app.getByRole('form', { name: 'Edit message' }).getByRole('button', { name: 'Send' }).click();
  await expect(transcript(app)).toContainText('Black.');
  await expect(transcript(app).getByRole('img', { name: 'square.png' })).toBeVisible();
});

test('after a stop in a regenerated answer, the first one can still be shown', async ({ app }) => {
  await addServer(app, server.url);
  await ask(app, 'Count', 'One, two, three.');
  const gate = server.hold();
  server.enqueue({ text: 'alpha beta gamma delta', gate });
  await app.getByRole('button', { name: 'Answer again' }).click();
  await gate.reached;
  gate.release(4);
  await expect(transcript(app)).toContainText('alpha');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
  gate.release();
  await versions(app).getByRole('button', { name: 'Previous version' }).click();
  await expect(transcript(app)).toContainText('One, two, three.');
});

test('the steps of an answer with tools are one version', async ({ app }) => {
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'n', name: 'noop', arguments: {} }] });
  await ask(app, 'Try it', 'unused');
  await expect(callCard(app, 'noop')).toHaveAttribute('data-status', 'success');
  await app.getByRole('button', { name: 'Answer again' }).click();
  await expect(transcript(app)).toContainText('You said: Try it');
  await expect(callCard(app, 'noop')).toHaveCount(0);
  await versions(app).getByRole('button', { name: 'Previous version' }).click();
  await expect(callCard(app, 'noop')).toHaveAttribute('data-status', 'success');
});
