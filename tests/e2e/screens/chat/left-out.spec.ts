/** What a server refuses can be taken out of the conversation with one tap, on two wires. */
import type { Page } from '@playwright/test';
import { startAnthropicServer } from '#tests/fixtures/model-servers/anthropic-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { makePng } from '#tests/fixtures/pictures/make-pictures.ts';
import { runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

const wires = [
  {
    kind: 'openai-chat',
    model: 'test-model',
    start: () => startChatServer(),
    noPicture: {
      status: 404,
      body: { error: { code: 404, message: 'No endpoints found that support image input' } },
    },
    noWords: { status: 400, body: { error: { message: 'Content Exists Risk' } } },
  },
  {
    kind: 'anthropic',
    model: 'claude-test',
    start: () => startAnthropicServer(),
    noPicture: {
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message: 'Could not process image' } },
    },
    noWords: {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
      },
    },
  },
] as const;

type Wire = (typeof wires)[number];

/** Adds the server as the model of the next chat. */
async function choose(app: Page, { kind, model }: Wire, baseUrl: string): Promise<void> {
  await app.evaluate(
    (draft) =>
      window.oneclaw.providers.save({ ...draft, label: 'Seeing', apiKey: 'right', traits: { images: true } }),
    { kind, model, baseUrl },
  );
  await app.getByRole('button', { name: /Everyday/ }).click();
  const sheet = app.getByRole('dialog', { name: 'Choose an agent' });
  await sheet.getByRole('button', { name: /Seeing/ }).click();
  await expect(sheet).toHaveCount(0);
}

async function attachPicture(app: Page): Promise<void> {
  const chosen = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Attach' }).click();
  const buffer = Buffer.from(makePng());
  await (await chosen).setFiles([{ name: 'cat.png', mimeType: 'image/png', buffer }]);
  await expect(app.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
}

for (const wire of wires) {
  test(`${wire.kind}: a refused picture is left out, stays out, and comes back`, async ({ app }) => {
    const server = await wire.start();
    const sent = (at: number) => JSON.stringify(server.requests.at(at)?.body);
    await choose(app, wire, server.url);
    await attachPicture(app);
    server.enqueue(wire.noPicture, { text: 'I cannot see it.' });
    await send(app, 'What is this?');
    await expect(transcript(app)).toContainText('did not accept a picture in this chat');
    expect(sent(-1)).toContain('iVBOR');

    await app.getByRole('button', { name: 'Leave the picture out and send again' }).click();
    await expect(transcript(app)).toContainText('I cannot see it.');
    await runEnds(app);
    expect(sent(-1)).not.toContain('iVBOR');
    expect(sent(-1)).toContain('A picture, cat.png, was left out here');
    expect(sent(-1)).toContain('What is this?');
    expect(sent(-1)).not.toContain('Continue');
    await expect(transcript(app)).not.toContainText('Continue');
    await expect(transcript(app).getByText('Not sent to the model')).toBeVisible();

    server.enqueue({ text: 'Fine.' });
    await send(app, 'Never mind');
    await expect(transcript(app)).toContainText('Fine.');
    await runEnds(app);
    expect(sent(-1)).not.toContain('iVBOR');

    await app.reload();
    await expect(transcript(app).getByText('Not sent to the model')).toBeVisible();
    await expect(transcript(app).getByRole('img', { name: 'cat.png' })).toBeVisible();
    await app.getByRole('button', { name: 'Send to the model again' }).click();
    await expect(transcript(app).getByText('Not sent to the model')).toHaveCount(0);
    server.enqueue({ text: 'A cat.' });
    await send(app, 'Look again');
    await expect(transcript(app)).toContainText('A cat.');
    expect(sent(-1)).toContain('iVBOR');
    await server.close();
  });

  test(`${wire.kind}: a refused message is left out, and the next one works`, async ({ app }) => {
    const server = await wire.start();
    await choose(app, wire, server.url);
    server.enqueue(wire.noWords);
    await send(app, 'Dangerous words');
    await expect(transcript(app)).toContainText('did not accept the words of a message');
    await app.getByRole('button', { name: 'Leave the message out' }).click();
    await expect(transcript(app).getByText('Not sent to the model')).toBeVisible();
    server.enqueue({ text: 'Hello.' });
    await send(app, 'Good morning');
    await expect(transcript(app)).toContainText('Hello.');
    const last = JSON.stringify(server.requests.at(-1)?.body);
    expect(last).not.toContain('Dangerous');
    expect(last).toContain('A message of the user was left out here');
    expect(last).toContain('Good morning');
    await server.close();
  });
}
