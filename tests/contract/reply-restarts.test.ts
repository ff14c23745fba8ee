/**
 * A reply that is restarted within its stream counts only from the restart on, in every format, through the
 * loop.
 */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { serverKinds, unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { createModelRequester } from '#workers/agent/ask-model.ts';
import { runLoop } from '#workers/agent/loop.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ReplyEvents } from '#tests/fixtures/formats/format.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import { replay, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const chunk = (id: string, delta: object, finish: string | null = null) => ({
  id,
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const geminiPart = (responseId: string, part: object, rest: object = {}) => ({
  responseId,
  candidates: [{ content: { role: 'model', parts: [part] }, ...rest }],
});
function halfReply(wire: ReplyEvents, id: string): object[] {
  return [...wire.start(id), ...wire.text(id, 'First half', 0), ...wire.halfCall(id, 1)];
}

function wholeReply(wire: ReplyEvents, id: string): object[] {
  return [...wire.start(id), ...wire.text(id, 'Second half', 0), ...wire.end(id, 'text')];
}

/** Server-sent events in one chunk. They need no final `[DONE]`: the last event of a reply marks its end. */
const encode = (events: readonly object[]) => [
  new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
];

async function read(format: ServerKind, events: readonly object[]): Promise<ModelEvent[]> {
  return replay(await loadProvider(format), encode(events));
}

/** Runs the loop over these replies, one per request. */
async function run(format: ServerKind, replies: readonly (readonly object[])[]) {
  const left = [...replies];
  const ran: unknown[] = [];
  const events: RunEvent[] = [];
  const first = userMessage('hi');
  let view: SessionView = { id: first.session, messages: [] };
  const emit = (event: RunEvent) => {
    events.push(event);
    view = foldEvent(view, { seq: events.length, session: first.session, run: first.run, ...event });
  };
  emit({ type: 'run-start', message: first, base: null, at: 0 });
  const requester = createModelRequester({
    chain: [
      {
        author: { provider: 'p', model: 'm' },
        kind: format,
        host: 'service',
        traits: unknownTraits,
        async *stream() {
          yield* await read(format, left.shift() ?? []);
        },
      },
    ],
    system: '',
    tools: [],
    finders: [],
    named: ['*'],
    loadMedia: async () => new Map(),
  });
  let ids = 0;
  const outcome = await runLoop(
    {
      ...requester,
      emit,
      messages: () => view.messages,
      async call(call, signal) {
        if (!signal.aborted) ran.push(call.arguments);
        return { result: { status: 'success', result: 'ok' }, duration_ms: 1 };
      },
      announce: () => ({ cancelled: new AbortController().signal, end: () => undefined }),
      canStartEarly: () => false,
      placesOf: () => ({ reads: [], writes: [] }),
      overBudget: async () => undefined,
      newMessageId: () => asId<'message'>(`m${++ids}`),
      newCallId: () => asId<'call'>(`c${++ids}`),
      now: () => 0,
    },
    { run: first.run, maxSteps: 5, parallelCalls: 2, repeatedSteps: 3, failedSteps: 3 },
    new AbortController().signal,
  );
  return { outcome, messages: view.messages, events, ran };
}

function withoutEchoes({ parts }: Message): object[] {
  return parts.map((part) => ('text' in part ? { type: part.type, text: part.text } : part));
}

describe.each(serverKinds)('%s: a reply that begins again', (format) => {
  const wire = formats[format].replyEvents;

  it('keeps only the part after the restart, and never runs the incomplete call', async () => {
    const { outcome, messages, ran, events } = await run(format, [
      [...halfReply(wire, 'one'), ...wholeReply(wire, 'two')],
    ]);
    expect(outcome).toEqual({ type: 'completed' });
    expect(messages.slice(1).flatMap(withoutEchoes)).toEqual([
      { type: 'note', note: { type: 'begun-again' } },
      { type: 'text', text: 'Second half' },
    ]);
    expect(ran).toEqual([]);
    expect(events.filter(({ type }) => type === 'step-restart')).toHaveLength(1);
  });

  it('runs the calls of the second half once', async () => {
    const called = [...wire.start('two'), ...wire.call('two', 0), ...wire.end('two', 'calls')];
    const { outcome, messages, ran } = await run(format, [
      [...halfReply(wire, 'one'), ...called],
      wholeReply(wire, 'three'),
    ]);
    expect(outcome).toEqual({ type: 'completed' });
    expect(ran).toEqual([{ path: 'a' }]);
    expect(JSON.stringify(messages)).not.toContain('First half');
  });

  it('may do so twice', async () => {
    const { messages } = await run(format, [
      [...halfReply(wire, 'one'), ...halfReply(wire, 'two'), ...wholeReply(wire, 'three')],
    ]);
    expect(messages.slice(1).flatMap(withoutEchoes).at(-1)).toEqual({ type: 'text', text: 'Second half' });
    expect(JSON.stringify(messages)).not.toContain('First half');
  });

  it('adds no note if the first part had shown nothing', async () => {
    const events = await read(format, [...wire.start('one'), ...wholeReply(wire, 'two')]);
    expect(events.map(({ type }) => type)).not.toContain('restart');
  });

  it('keeps the received text if nothing follows the restart', async () => {
    const events = await read(format, [
      ...wire.start('one'),
      ...wire.text('one', 'All there is', 0),
      ...wire.start('two'),
    ]);
    expect(events.map(({ type }) => type)).not.toContain('restart');
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'broken_stream' } });
  });
});

const textOfEvents = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');

describe('what only looks like it', () => {
  it.each([
    ['a repeated message_start in the middle of a block', 'anthropic', 'msg'],
    ['a repeated message_start without an id', 'anthropic', undefined],
  ] as const)('%s changes nothing', async (_, format, id) => {
    const start = { type: 'message_start', message: { ...(id ? { id } : {}), usage: { input_tokens: 1 } } };
    const delta = (text: string) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    });
    const block = (index: number, text: string) => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'text', text },
    });
    const events = await read(format, [
      start,
      start,
      block(0, ''),
      delta('One'),
      start,
      delta(' two'),
      start,
      block(1, ' three'),
      ...formats.anthropic.replyEvents.end('', 'text'),
    ]);
    expect(events.map(({ type }) => type)).not.toContain('restart');
    expect(textOfEvents(events)).toBe('One two three');
  });

  it('a repeated message_start with the same id is a restart if its blocks start again', async () => {
    const wire = formats.anthropic.replyEvents;
    const events = await read('anthropic', [...halfReply(wire, 'msg'), ...wholeReply(wire, 'msg')]);
    expect(events.filter(({ type }) => type === 'call')).toEqual([]);
    expect(events.map(({ type }) => type)).toContain('restart');
  });

  it('a repeated response.created in a reply that goes on changes nothing', async () => {
    const created = { type: 'response.created', response: { id: 'resp' } };
    const delta = (text: string) => ({ type: 'response.output_text.delta', output_index: 0, delta: text });
    const events = await read('openai-responses', [
      created,
      delta('One'),
      created,
      delta(' two'),
      ...formats['openai-responses'].replyEvents.end('resp', 'text'),
    ]);
    expect(textOfEvents(events)).toBe('One two');
    expect(events.map(({ type }) => type)).not.toContain('restart');
  });

  it.each([
    ['the role in each chunk', () => 'same', true],
    ['an id of its own in each chunk', (at: number) => `id-${at}`, false],
    ['an id of its own and the role in each chunk', (at: number) => `id-${at}`, true],
    ['no ids, and the role in each chunk', () => undefined, true],
  ])('%s changes nothing', async (_, idOf, withRole) => {
    const role = withRole ? { role: 'assistant' } : {};
    const words = ['One', ' two', ' three', ' four'];
    const events = await read('openai-chat', [
      ...words.map((content, at) => ({ ...chunk('', { ...role, content }), id: idOf(at) })),
      { ...chunk('', role, 'stop'), id: idOf(words.length) },
    ]);
    expect(textOfEvents(events)).toBe('One two three four');
    expect(events.map(({ type }) => type)).not.toContain('restart');
  });

  it('a last chunk with the usage under another id changes nothing', async () => {
    const events = await read('openai-chat', [
      ...wholeReply(formats['openai-chat'].replyEvents, 'one'),
      { id: 'two', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['text-delta', 'usage', 'stop']);
  });

  it.each([
    ['another id in each chunk', (at: number) => `id-${at}`],
    ['no id', () => undefined],
  ])('Gemini chunks with %s change nothing', async (_, idOf) => {
    const words = ['One', ' two', ' three', ' four'];
    const events = await read('gemini', [
      ...words.map((text, at) => ({ ...geminiPart('', { text }), responseId: idOf(at) })),
      { ...geminiPart('', { text: '' }, { finishReason: 'STOP' }), responseId: idOf(9) },
    ]);
    expect(textOfEvents(events)).toBe('One two three four');
    expect(events.map(({ type }) => type)).not.toContain('restart');
  });

  it('two chunks with one id after a chunk with another id are a restart', async () => {
    const events = await read('gemini', [
      geminiPart('a', { text: 'First' }),
      ...wholeReply(formats.gemini.replyEvents, 'b'),
    ]);
    expect(events.map(({ type }) => type)).toEqual(['text-delta', 'restart', 'text-delta', 'stop']);
  });
});
