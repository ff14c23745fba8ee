/** What public reports say of chats: their titles, and messages that are edited. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Part } from '#shared/conversation/message.ts';
import { createChatTurns } from '#src/state/chat/chat-turns.ts';
import { readTitle } from '#workers/agent/title.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

async function titleOf(content: string): Promise<string | undefined> {
  const decoder = createChatDecoder();
  async function* events() {
    yield* decoder.push(JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] }));
    yield* decoder.push('[DONE]');
  }
  return (await readTitle(events(), () => undefined)).title;
}

it.each<[reply: string, title: string | undefined]>([
  ['<think>The user asks.</think>\nWeather in Rome', 'Weather in Rome'],
  ['<think>The user is asking about', undefined],
  ['<thought>hm</thought>Rome', 'Rome'],
])('MemTensor/memmy-agent#505: the title of a chat has no thoughts: %s', async (reply, title) => {
  expect(await titleOf(reply)).toBe(title);
});

it('skalesapp/skales#197: an edited message keeps what is attached to it', () => {
  const image: Part = { type: 'image', media_type: 'image/png', blob: asId<'blob'>('b'), bytes: 70 };
  const file: Part = { ...image, type: 'file', media_type: 'text/plain', name: 'a.txt' };
  const sent: object[] = [];
  const turns = createChatTurns({
    api: {
      chat: {
        send: (message: object) => {
          sent.push(message);
          return new Promise<never>(() => undefined);
        },
        regenerate: () => expect.fail(),
        resume: () => expect.fail(),
        showBranch: () => expect.fail(),
      },
      sessions: { get: () => expect.fail(), update: () => expect.fail() },
    },
    toasts: { attempt: (work) => work, show: () => 0 },
    session: () => asId<'session'>('s'),
    leftOut: () => undefined,
    reload: () => Promise.resolve(),
  });
  turns.edit({ ...userMessage('a'), parts: [{ type: 'text', text: 'a' }, image, file] }, 'b');
  expect(sent).toEqual([{ session: 's', text: 'b', base: null, media: [image, file] }]);
});
