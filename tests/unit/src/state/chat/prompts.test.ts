/**
 * A message sent while a question waits in the chat: it is the answer, unless it has files, and is never
 * lost.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { Draft } from '#src/state/chat/draft-storage.ts';
import { createPrompts } from '#src/state/chat/prompts.ts';

beforeEach(() => void vi.stubGlobal('document', { hidden: false }));
afterEach(() => void vi.unstubAllGlobals());

const [here, elsewhere] = [asId<'session'>('here'), asId<'session'>('elsewhere')];
const question = (id: string, session = here): Prompt => ({
  id: asId<'prompt'>(id),
  subject: { type: 'question', question: 'Where?', options: [], isMultiple: false },
  tool: 'question',
  call: asId<'call'>(id),
  session,
});

function setUp(isUp = true) {
  const answers: [string, PromptAnswer][] = [];
  const restored: Draft[] = [];
  const prompts = createPrompts(
    {
      chat: {
        answerPrompt: async (id, answer) => {
          if (!isUp) throw new Error('The engine is gone.');
          answers.push([id, answer]);
        },
      },
    },
    { attempt: (work) => work.catch(() => undefined) },
    { restore: (_, draft) => void restored.push(draft) },
  );
  return { prompts, answers, restored };
}

const words: Draft = { text: 'Lisbon', attachments: [] };
const files: Draft = { text: 'See this', attachments: [{ blob: new Blob(['x']) }] };

it('answers the oldest question of this chat, or is an ordinary message if none waits', async () => {
  const { prompts, answers } = setUp();
  prompts.load([question('other', elsewhere), question('first'), question('second')]);
  expect(prompts.sheet.value).toEqual([]);
  expect(prompts.reply(here, words)).toBe(true);
  await vi.waitFor(() => expect(answers).toEqual([['first', { chosen: [], typed: 'Lisbon' }]]));
  expect(prompts.open.value.map(({ id }) => id)).toEqual(['other', 'second']);
  expect(prompts.reply(null, words)).toBe(false);
});

it('with files dismisses the question, and is sent as a message', async () => {
  const { prompts, answers } = setUp();
  prompts.load([question('first')]);
  expect(prompts.reply(here, files)).toBe(false);
  await vi.waitFor(() => expect(answers).toEqual([['first', 'denied']]));
});

it('returns to the field if the answer could not be delivered', async () => {
  const { prompts, restored } = setUp(false);
  prompts.load([question('first')]);
  expect(prompts.reply(here, words)).toBe(true);
  await vi.waitFor(() => expect(restored).toEqual([words]));
  expect(prompts.open.value).toHaveLength(1);
});

it('that waits while the page is hidden, as for a scheduled run, notifies and opens its chat', async () => {
  const shown: [string | undefined, unknown][] = [];
  const registration = {
    showNotification: async (_: string, { body, data }: NotificationOptions) => void shown.push([body, data]),
  };
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  const { prompts } = setUp();
  prompts.fold([{ type: 'permission-request', prompt: question('first') }]);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]?.[1]).toEqual({ hash: '#/chat/here' });
  expect(shown[0]?.[0]).toContain('Where?');
  // A prompt that arrives both at the page's start and as an event is shown once.
  prompts.load([question('first')]);
  expect(prompts.open.value).toHaveLength(1);
});
