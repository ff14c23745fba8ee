/** Elicitation: readable forms only, few at a time, and shown with the call to which they belong. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { idOf, quiet } from '#tests/fixtures/mcp/mcp-world.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';
import { createRunningCalls } from '#workers/mcp/requests/running-calls.ts';
import { elicit } from '#workers/mcp/requests/elicit.ts';
import { createServerLog } from '#workers/mcp/connection/log.ts';
import { defaultSampling } from '#workers/mcp/stored-server.ts';

type Params = Parameters<typeof elicit>[1];

function open(ask: (question: Question) => Promise<PromptAnswer> = async () => 'allowed') {
  const shown: Question[] = [];
  const runningCalls = createRunningCalls();
  const log = createServerLog(() => 0);
  const record = {
    id: idOf('small'),
    name: 'Small',
    title: '',
    url: 'http://localhost/mcp',
    transport: 'auto' as const,
    enabled: true,
    headers: [],
    clientId: '',
    hasClientSecret: false,
    sampling: defaultSampling,
    signIn: 'none' as const,
    created: 0,
  };
  const prompts = {
    ask(question: Question) {
      shown.push(question);
      return ask(question);
    },
  };
  const send = (params: object) =>
    elicit({ record, runningCalls, log }, params as Params, quiet().signal, prompts);
  return { shown, runningCalls, log, send };
}

const form = (property: object, name = 'a') => ({
  mode: 'form',
  message: 'Which?',
  requestedSchema: { type: 'object', properties: { [name]: property } },
});
const texts = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

it.each([
  [
    'an address of five million characters',
    { mode: 'url', message: 'Go', url: `https://a.test/${'a'.repeat(5e6)}` },
  ],
  ['an address that grows', { mode: 'url', message: 'Go', url: `https://a.test/${'あ'.repeat(1_900)}` }],
  ['a list with more options than are shown', form({ type: 'string', enum: texts(201) })],
  [
    'pairs with more options than are shown',
    form({ type: 'string', oneOf: texts(201).map((each) => ({ const: each })) }),
  ],
  ['a list with an option that is none', form({ type: 'string', enum: ['a', 7] })],
  ['an empty list', form({ type: 'string', enum: [] })],
  ['an option that is a page', form({ type: 'string', oneOf: [{ const: 'x'.repeat(24_000), title: 'X' }] })],
  ['a field whose name is a page', form({ type: 'string' }, 'x'.repeat(24_000))],
])('declines %s, and says so in the log', async (_, params) => {
  const { shown, runningCalls, log, send } = open();
  runningCalls.begin('mcp__small__echo', quiet());
  expect(await send(params)).toEqual({ action: 'decline' });
  expect(shown).toEqual([]);
  expect(log.lines()).toMatchObject([{ text: expect.stringContaining('declined') }]);
});

it('shows the labels of options short, and asks by the name the tool has here', async () => {
  const { shown, runningCalls, send } = open();
  runningCalls.begin('mcp__small__echo', quiet());
  const pair = { const: 'y'.repeat(400) };
  expect(await send(form({ type: 'string', oneOf: [pair], default: pair.const }))).toEqual({
    action: 'accept',
    content: { a: pair.const },
  });
  expect(shown).toMatchObject([
    {
      tool: 'mcp__small__echo',
      subject: { fields: [{ options: [{ value: pair.const, label: 'y'.repeat(200) }] }] },
    },
  ]);
});

it('lets one form be open and three wait, for each call', async () => {
  const answers: ((answer: PromptAnswer) => void)[] = [];
  const { shown, runningCalls, send } = open(() => new Promise((resolve) => answers.push(resolve)));
  const end = runningCalls.begin('mcp__small__echo', quiet());
  const flood = Array.from({ length: 900 }, () => send(form({ type: 'boolean' })));
  expect(await Promise.all(flood.slice(4))).toEqual(Array(896).fill({ action: 'decline' }));
  expect(shown).toHaveLength(4);
  for (const answer of answers.splice(0)) answer('denied');
  await Promise.all(flood);
  end();
  runningCalls.begin('mcp__small__other', quiet());
  const last = send(form({ type: 'boolean' }));
  answers[0]?.('allowed');
  expect(await last).toEqual({ action: 'accept', content: {} });
});

it('takes five forms of a call in all, and says in the log that there were more', async () => {
  const { shown, runningCalls, log, send } = open();
  runningCalls.begin('mcp__small__echo', quiet());
  for (let each = 0; each < 60; each++) await send(form({ type: 'boolean' }));
  expect(shown).toHaveLength(5);
  expect(log.lines()).toHaveLength(55);
  expect(log.lines()[0]).toMatchObject({ text: expect.stringContaining('too many forms of one call') });
});

it.each<PromptAnswer>(['denied', 'cancelled'])('shows no more forms of a call after %s', async (answer) => {
  const { shown, runningCalls, log, send } = open(async () => answer);
  const end = runningCalls.begin('mcp__small__echo', quiet());
  await send(form({ type: 'boolean' }));
  expect(await send(form({ type: 'boolean' }))).toEqual({ action: 'decline' });
  expect(shown).toHaveLength(1);
  expect(log.lines()).toMatchObject([{ text: expect.stringContaining('has declined') }]);
  end();
  runningCalls.begin('mcp__small__echo', quiet());
  await send(form({ type: 'boolean' }));
  expect(shown).toHaveLength(2);
});

it('takes back what else a call asks when the user declines', async () => {
  const answers: ((answer: PromptAnswer) => void)[] = [];
  const { shown, runningCalls, send } = open(
    ({ signal }) =>
      new Promise((resolve) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
      }),
  );
  runningCalls.begin('mcp__small__echo', quiet());
  const both = [send(form({ type: 'boolean' })), send(form({ type: 'boolean' }))];
  expect(shown).toHaveLength(2);
  answers[0]?.('denied');
  expect(await Promise.all(both)).toEqual([{ action: 'decline' }, { action: 'decline' }]);
});

it('shows a form in its chat, and in none where it may be of several calls', async () => {
  const { shown, runningCalls, send } = open();
  const of = (name: string) => ({
    ...quiet(),
    caller: {
      call: asId<'call'>(name),
      codeSession: asId<'session'>(name),
      session: asId<'session'>(name),
    },
  });
  runningCalls.begin('mcp__small__echo', of('one'));
  await send(form({ type: 'boolean' }));
  expect(shown[0]).toMatchObject({ session: 'one' });
  const end = runningCalls.begin('mcp__small__echo', of('other'));
  await send(form({ type: 'boolean' }));
  expect(shown[1]).not.toHaveProperty('session');
  end();
  await send(form({ type: 'boolean' }));
  expect(shown[2]).toMatchObject({ session: 'one' });
});
