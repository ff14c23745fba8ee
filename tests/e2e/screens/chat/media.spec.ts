/**
 * Images in tool results: shown in the card, sent to the model, stored with the chat, and deleted with it.
 */
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

test('a picture of a tool is shown, survives a reload, and is deleted with its chat @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'i', name: 'test_image', arguments: {} }] }, { text: 'It is red.' });
  await send(app, 'Draw');
  await expect(transcript(app)).toContainText('It is red.');
  await runEnds(app);

  const picture = callCard(app, 'test_image').getByRole('img', { name: 'square.png' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(8);

  const { session, blob } = await app.evaluate(async () => {
    const [first] = await window.oneclaw.sessions.list();
    const view = first && (await window.oneclaw.sessions.get(first.id));
    const blocks = (view?.messages ?? []).flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === 'result' && part.result.status === 'success' && typeof part.result.result !== 'string'
          ? part.result.result
          : [],
      ),
    );
    const image = blocks.find((block) => block.type === 'image');
    return { session: String(first?.id), blob: String(image?.type === 'image' && image.blob) };
  });
  const head = () =>
    app.evaluate(async (id) => {
      try {
        const file = await window.oneclaw.files.blob(id);
        return Array.from(new Uint8Array(await file.slice(1, 4).arrayBuffer()), (byte) =>
          String.fromCharCode(byte),
        ).join('');
      } catch (error) {
        return String(error);
      }
    }, blob);
  expect(await head()).toBe('PNG');

  await app.reload();
  await expect(picture).toBeVisible();
  expect(await head()).toBe('PNG');

  await openMenu(app);
  await app.getByRole('button', { name: 'Options for Draw' }).click();
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .poll(
      () => app.evaluate(async () => (await window.oneclaw.sessions.list()).map(({ id }) => String(id))),
      {
        timeout: 15_000,
      },
    )
    .not.toContain(session);
  await expect.poll(head).toContain('file_not_found');
  await server.close();
});
