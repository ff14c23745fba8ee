/** The reply of one step: the chain of models, repeated requests, summaries, and their cost. */
import { describe, expect, it } from 'vitest';
import type { Message, Usage } from '#shared/conversation/message.ts';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { createModelRequester } from '#workers/agent/ask-model.ts';
import { estimateMessages, estimateText } from '#workers/agent/estimate-tokens.ts';
import type { Model } from '#workers/agent/model.ts';
import type { StepEvent } from '#workers/agent/step-event.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { call, chain, message, result, text } from '#tests/fixtures/worlds/messages.ts';

const usage: Usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
const say = (words: string): ModelEvent[] => [
  { type: 'text-delta', text: words },
  { type: 'usage', usage },
  { type: 'stop', reason: 'end' },
];
const failWith = (
  type:
    | 'overloaded'
    | 'bad_key'
    | 'refused'
    | 'context_too_long'
    | 'broken_stream'
    | 'silent'
    | 'reply_too_large',
): ModelEvent => ({
  type: 'error',
  error: { type },
});
const isSummary = ({ system }: ModelRequest) => system.startsWith('You compress');

type Scripted = Model & { requests: ModelRequest[] };

function model(
  name: string,
  answer: (request: ModelRequest, count: number) => ModelEvent[],
  traits: Partial<ModelTraits> = {},
): Scripted {
  const requests: ModelRequest[] = [];
  return {
    author: { provider: name, model: 'x' },
    kind: 'openai-chat',
    host: 'api.example',
    traits: { ...unknownTraits, ...traits },
    requests,
    async *stream(request) {
      requests.push(request);
      yield* answer(request, requests.length);
    },
  };
}

const system = 'Be brief.';
const question = message('u1', 'user', [text('hi')]);

async function ask(
  chainOf: Scripted[],
  histories: (readonly Message[])[] = [[question]],
): Promise<StepEvent[][]> {
  const requester = createModelRequester({
    chain: chainOf,
    system,
    tools: [],
    finders: [],
    named: ['*'],
    loadMedia: async () => new Map(),
  });
  const all: StepEvent[][] = [];
  for (const history of histories) {
    const events: StepEvent[] = [];
    for await (const event of requester.ask(history, true, new AbortController().signal)) events.push(event);
    all.push(events);
  }
  return all;
}

const notes = (events: readonly StepEvent[] = []) =>
  events.flatMap((event) =>
    event.type === 'note' || event.type === 'restart' ? (event.note?.type ?? []) : [],
  );

/** Creates exchanges of about this number of tokens each. */
const exchanges = (count: number, tokens: number) =>
  chain(
    Array.from({ length: count }, (_, at) => [
      message(`u${at}`, 'user', [text(`question ${at}`)]),
      message(`a${at}`, 'assistant', [text('x'.repeat(tokens * 3.6))]),
    ])
      .flat()
      .concat(message('last', 'user', [text('and now?')])),
  );

/** Creates six exchanges that are estimated at exactly this number of tokens, by padding the last message. */
function historyOf(tokens: number): Message[] {
  const history = exchanges(6, 600);
  const last = message('last', 'user', [text('and now?'), text('')]);
  const missing = tokens - estimateMessages([...history.slice(0, -1), last]);
  const padding = text('x'.repeat(Math.floor(missing * 3.6)));
  return chain([...history.slice(0, -1), { ...last, parts: [text('and now?'), padding] }]);
}

describe('the chain of models', () => {
  it('continues with the next model when one cannot answer, reports it, and stays with it', async () => {
    const first = model('first', () => [failWith('overloaded')]);
    const second = model('second', () => say('hello'));
    const [step, next] = await ask([first, second], [[question], [question]]);
    expect(step?.[0]).toMatchObject({
      type: 'restart',
      author: { provider: 'second' },
      note: { type: 'fallback', from: 'first (x)', to: 'second (x)', error: { type: 'overloaded' } },
    });
    expect(step?.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    expect(notes(next)).toEqual([]);
    expect(first.requests).toHaveLength(1);
  });

  it('continues with the next model when one never answers, but not when one sends too much', async () => {
    const [silent] = await ask([model('a', () => [failWith('silent')]), model('b', () => say('Hello'))]);
    expect(silent?.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    const other = model('other', () => say('no'));
    const flood: ModelEvent[] = [{ type: 'text-delta', text: 'word' }, failWith('reply_too_large')];
    const [large] = await ask([model('a', () => flood), other]);
    expect(large?.at(-1)).toEqual({ type: 'error', error: { type: 'reply_too_large' } });
    expect(other.requests).toEqual([]);
  });

  it('fits the history to the window of each model', async () => {
    const small = model('small', () => [failWith('bad_key')], { contextTokens: 2_000, outputTokens: 500 });
    const large = model('large', () => say('hello'), { contextTokens: 100_000 });
    await ask([small, large], [exchanges(4, 800)]);
    expect(estimateMessages(small.requests[0]?.messages ?? [])).toBeLessThan(1_500);
    expect(large.requests[0]?.messages).toHaveLength(9);
  });

  it('skips a model whose window is too small for the conversation', async () => {
    const history = exchanges(4, 800);
    const first = model('first', () => [failWith('overloaded')]);
    const small = model('small', () => say('no'), { contextTokens: 2_000, outputTokens: 500 });
    const large = model('large', () => say('hello'), { contextTokens: 100_000 });
    const [events] = await ask([first, small, large], [history]);
    expect(small.requests).toEqual([]);
    expect(events?.[0]).toMatchObject({ note: { type: 'fallback', to: 'large (x)' } });
    const [failed] = await ask([first, small], [history]);
    expect(failed).toEqual([
      { type: 'note', note: { type: 'too-small', models: ['small (x)'] } },
      { type: 'error', error: { type: 'overloaded' } },
    ]);
    expect(small.requests).toEqual([]);
  });

  it('tells once in a run that the server cut requests off', async () => {
    const reply: ModelEvent[] = [
      { type: 'text-delta', text: 'What?' },
      { type: 'usage', usage: { inputTokens: 2_051, outputTokens: 9 } },
      { type: 'stop', reason: 'end' },
    ];
    const cutting = model('a', () => reply, { contextTokens: 100_000 });
    const history = [message('u1', 'user', [text('word '.repeat(20_000))])];
    const [first, second] = await ask([{ ...cutting, host: 'localhost:11434' }], [history, history]);
    expect(notes(first)).toEqual(['cut-by-server']);
    expect(notes(second)).toEqual([]);
  });

  it('ends with the error of the last model, and at once with one that no other model could avoid', async () => {
    const [failed] = await ask([
      model('a', () => [failWith('bad_key')]),
      model('b', () => [failWith('overloaded')]),
    ]);
    expect(failed?.at(-1)).toEqual({ type: 'error', error: { type: 'overloaded' } });
    const other = model('other', () => say('no'));
    const [refused] = await ask([model('a', () => [failWith('refused')]), other]);
    expect(refused).toEqual([{ type: 'error', error: { type: 'refused' } }]);
    expect(other.requests).toEqual([]);
  });
});

describe('a reply that breaks off', () => {
  const broken: ModelEvent[] = [{ type: 'text-delta', text: 'Hel' }, failWith('broken_stream')];

  it('is requested again, at most twice, and its partial text is dropped', async () => {
    const shaky = model('shaky', (_, count) => (count <= 2 ? broken : say('Hello')));
    const [events] = await ask([shaky]);
    expect(notes(events)).toEqual(['asked-again', 'asked-again']);
    expect(events?.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    const hopeless = model('hopeless', () => broken);
    expect((await ask([hopeless]))[0]?.at(-1)).toMatchObject({ type: 'error' });
    expect(hopeless.requests).toHaveLength(3);
  });

  it('gives the next model its own two tries', async () => {
    const first = model('first', () => broken);
    const second = model('second', (_, count) => (count <= 2 ? broken : say('Hello')));
    const [events] = await ask([first, second]);
    expect(events?.at(-1)).toEqual({ type: 'stop', reason: 'end' });
  });

  it('is not requested again from the same model if nothing was shown, because the provider has retried', async () => {
    const first = model('first', () => [failWith('broken_stream')]);
    await ask([first]);
    expect(first.requests).toHaveLength(1);
  });
});

describe('a window that is smaller than thought', () => {
  it('is tried at half its size once', async () => {
    const history = exchanges(3, 2_000);
    const strict = model(
      'strict',
      ({ messages }) => (estimateMessages(messages) > 5_000 ? [failWith('context_too_long')] : say('fits')),
      { contextTokens: 10_000, outputTokens: 1_000 },
    );
    const [events] = await ask([strict], [history]);
    expect(events?.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    expect(strict.requests).toHaveLength(2);
    const never = model('never', () => [failWith('context_too_long')]);
    await ask([never]);
    expect(never.requests).toHaveLength(2);
  });

  it('is an error of the agent if not even the newest message fits', async () => {
    const tiny = model('tiny', () => say('?'), { contextTokens: 400 });
    const [events] = await ask([tiny], [[message('u', 'user', [text('x'.repeat(9_000))])]]);
    expect(events).toEqual([{ type: 'error', error: { type: 'context_too_long', model: 'x' } }]);
    expect(tiny.requests).toEqual([]);
  });
});

describe('a long conversation', () => {
  const small = { contextTokens: 8_000, outputTokens: 1_000 };
  const summary = 'They asked for many things, and got them all.';

  it('has its oldest part summarised at 70 % of the window, the last 4 exchanges word for word', async () => {
    const history = exchanges(6, 950);
    const one = model('one', (request) => (isSummary(request) ? say(summary) : say('ok')), small);
    const [events] = await ask([one], [history]);
    const [first, second] = one.requests;
    expect(first && isSummary(first)).toBe(true);
    expect(second?.messages.map(({ id }) => id)).toEqual([
      'a2-summary',
      ...history.slice(6).map(({ id }) => id),
    ]);
    expect(events?.find((event) => event.type === 'note')).toMatchObject({
      note: { type: 'summarised', upTo: 'a2', messages: 6, text: summary },
    });
  });

  it('is left alone at 70 % to the token, and summarised one token above', async () => {
    const most = small.contextTokens * 0.7 - estimateText(system);
    const one = model('one', (request) => (isSummary(request) ? say(summary) : say('ok')), small);
    const [below, above] = [historyOf(most), historyOf(most + 1)];
    expect([below, above].map(estimateMessages)).toEqual([most, most + 1]);
    const [left] = await ask([one], [below]);
    expect(one.requests).toHaveLength(1);
    expect(notes(left)).toEqual([]);
    const [shortened] = await ask([one], [above]);
    expect(notes(shortened)).toEqual(['summarised']);
  });

  it.each([
    [0.69, 0],
    [0.71, 1],
  ])('has at %s of the window %i summaries, system prompt and tools counted', async (share, summaries) => {
    for (const outputTokens of [100, 1_000, 8_000]) {
      const traits = { contextTokens: 8_000, outputTokens };
      const one = model('one', (request) => (isSummary(request) ? say(summary) : say('ok')), traits);
      await ask([one], [historyOf(Math.round(8_000 * share) - estimateText(system))]);
      expect(one.requests.filter(isSummary)).toHaveLength(summaries);
    }
  });

  it('whose last 4 exchanges fill the window is not summarised at every message, and keeps its summary', async () => {
    const one = model('one', (request) => (isSummary(request) ? say(summary) : say('ok')), small);
    const histories: Message[][] = [];
    const exchange = (at: number) => [
      message(`u${at}`, 'user', [text(`question ${at}`)]),
      message(`a${at}`, 'assistant', [text('x'.repeat(1_500 * 3.6))]),
    ];
    let past = Array.from({ length: 5 }, (_, at) => exchange(at)).flat();
    for (let at = 5; at < 16; at++) {
      histories.push(chain([...past, message(`u${at}`, 'user', [text(`question ${at}`)])]));
      past = [...past, ...exchange(at)];
    }
    await ask([one], histories);
    // The first summary, and at most one after every two messages.
    expect(one.requests.filter(isSummary).length).toBeLessThanOrEqual(1 + 5);
    const [, ...replies] = one.requests.filter((request) => !isSummary(request));
    for (const { messages } of replies) {
      expect(messages[0]?.id).toMatch(/-summary$/);
      expect(estimateMessages(messages)).toBeLessThanOrEqual(7_000);
    }
  });

  it('is summarised once, though the reply is asked for again and the next step comes', async () => {
    const history = exchanges(6, 950);
    let replies = 0;
    const one = model(
      'one',
      (request) => {
        if (isSummary(request)) return say(summary);
        return ++replies === 1 ? [{ type: 'text-delta', text: 'He' }, failWith('broken_stream')] : say('ok');
      },
      small,
    );
    await ask([one], [history, history]);
    expect(one.requests.filter(isSummary)).toHaveLength(1);
  });

  it('loses its oldest messages if the summary fails, reports that once, and does not try again', async () => {
    const history = exchanges(6, 1_400);
    const one = model('one', (request) => (isSummary(request) ? [failWith('overloaded')] : say('ok')), small);
    const [step, next] = await ask([one], [history, history]);
    expect(step?.filter((event) => event.type === 'note')).toMatchObject([
      { note: { type: 'dropped', messages: expect.any(Number) as number } },
    ]);
    expect(notes(next)).toEqual([]);
    expect(one.requests.filter(isSummary)).toHaveLength(1);
    expect(one.requests[1]?.messages.at(-1)?.id).toBe('last');
  });

  it('begins where it began, until that no longer fits, also in a later run', async () => {
    const one = model('one', (request) => (isSummary(request) ? [failWith('overloaded')] : say('ok')), small);
    let history = exchanges(6, 1_400);
    const firsts: (string | undefined)[] = [];
    for (let at = 0; at < 12; at++) {
      const [events = []] = await ask([one], [history]);
      const noted = events.flatMap((event) =>
        event.type === 'note' ? [{ type: 'note', note: event.note }] : [],
      );
      firsts.push(one.requests.at(-1)?.messages[0]?.id);
      history = chain([
        ...history,
        message(`b${at}`, 'assistant', [...(noted as Message['parts']), text('x'.repeat(1_800))]),
        message(`v${at}`, 'user', [text('go on')]),
      ]);
    }
    expect(new Set(firsts).size).toBeLessThan(5);
    expect(firsts).toEqual(
      firsts.toSorted(
        (a, b) => history.findIndex(({ id }) => id === a) - history.findIndex(({ id }) => id === b),
      ),
    );
  });

  it('ends with what is asked of the model where no call is possible, and begins as before', async () => {
    const one = model('one', () => say('ok'));
    const requester = createModelRequester({
      chain: [one],
      system,
      tools: [],
      finders: [],
      named: ['*'],
      loadMedia: async () => new Map(),
    });
    for (const mayCall of [true, false])
      for await (const event of requester.ask([question], mayCall, new AbortController().signal)) void event;
    const [first, last] = one.requests;
    expect(first).not.toHaveProperty('noCalls');
    expect(last).toMatchObject({ system, tools: first?.tools, noCalls: true });
    expect(last?.messages.slice(0, -1)).toEqual(first?.messages);
    expect(last?.messages.at(-1)?.parts).toMatchObject([
      { text: expect.stringContaining('Answer the user now') as string },
    ]);
  });

  it('is never replaced by half a summary', async () => {
    const half: ModelEvent[] = [
      { type: 'text-delta', text: summary },
      { type: 'stop', reason: 'max_tokens' },
    ];
    const one = model('one', (request) => (isSummary(request) ? half : say('ok')), small);
    const [events] = await ask([one], [exchanges(6, 950)]);
    expect(notes(events)).not.toContain('summarised');
  });

  it('keeps the text of the current request when a long chain of steps is summarised', async () => {
    const steps = Array.from({ length: 12 }, (_, at) =>
      message(`s${at}`, 'assistant', [call(`c${at}`), result(`c${at}`, 'r'.repeat(1_800))]),
    );
    const history = chain([message('u', 'user', [text('Count all the sheep.')]), ...steps]);
    const one = model('one', (request) => (isSummary(request) ? say(summary) : say('ok')), small);
    await ask([one], [history]);
    const [first] = one.requests[1]?.messages ?? [];
    expect(first?.id).toBe('s7-summary');
    expect(JSON.stringify(first?.parts)).toContain('Count all the sheep.');
  });
});

describe('what a step costs', () => {
  const prices = { input: 3, output: 15, cacheRead: 0.3 };

  it('is reserved for the summary as well as for the reply', async () => {
    const traits = { contextTokens: 8_000, outputTokens: 1_000 };
    const one = model(
      'one',
      (request) => (isSummary(request) ? say('They asked for many things.') : say('ok')),
      {
        ...traits,
        prices,
      },
    );
    const deps = {
      chain: [one],
      system,
      tools: [],
      finders: [],
      named: ['*'],
      loadMedia: async () => new Map<never, string>(),
    };
    const history = exchanges(8, 1_000);
    const requester = createModelRequester(deps);
    const most = requester.mayCost(history);
    for await (const event of requester.ask(history, true, new AbortController().signal)) void event;
    expect(one.requests.map(isSummary)).toEqual([true, false]);
    const sent = one.requests.reduce(
      (sum, request) =>
        sum + estimateText(request.system) + estimateMessages(request.messages) + traits.outputTokens,
      0,
    );
    expect(most.tokens).toBeGreaterThanOrEqual(sent);
    expect(most.cost).toBeGreaterThan(0);
    // The summary exists now, so the next step costs only one reply.
    expect(requester.mayCost(history).tokens).toBeLessThan(most.tokens - traits.outputTokens);
  });

  it('includes the summary that a halved window makes necessary', async () => {
    const create = (answer: (count: number) => ModelEvent[]) => {
      const chain = [
        model('one', (_, count) => answer(count), { contextTokens: 14_000, outputTokens: 1_000, prices }),
      ];
      const loadMedia = async () => new Map<never, string>();
      return createModelRequester({ chain, system, tools: [], finders: [], named: ['*'], loadMedia });
    };
    const halved = create((count) => (count === 1 ? [failWith('context_too_long')] : say('ok')));
    for await (const event of halved.ask(exchanges(3, 500), true, new AbortController().signal)) void event;
    const history = exchanges(12, 500);
    const [whole, most] = [create(() => say('ok')).mayCost(history), halved.mayCost(history)];
    expect(most.tokens).toBeGreaterThan(whole.tokens);
  });

  it('is the sum of its requests, summaries and broken replies included', async () => {
    const one = model(
      'one',
      (request, count) => {
        if (isSummary(request)) return say('A summary of some length, all in all.');
        return count === 2
          ? [{ type: 'text-delta', text: 'H' }, { type: 'usage', usage }, failWith('broken_stream')]
          : say('ok');
      },
      { contextTokens: 8_000, outputTokens: 1_000, prices },
    );
    const [events] = await ask([one], [exchanges(6, 950)]);
    const costs = events?.flatMap((event) => (event.type === 'usage' ? [event.cost] : []));
    expect(costs).toEqual([18, 18, 18]);
  });

  it('estimates the usage of a request if the server reports none, also after a break', async () => {
    const words = 'word '.repeat(1_000);
    const silent = model(
      'silent',
      (_, count) =>
        count === 1
          ? [{ type: 'text-delta', text: words }, failWith('refused')]
          : [
              { type: 'call', id: 'a', name: 'noop', arguments: { words } },
              { type: 'stop', reason: 'end' },
            ],
      { prices: { input: 1, output: 1 } },
    );
    for (const events of await ask([silent], [[question], [question]])) {
      const [spent, ...more] = events.filter(({ type }) => type === 'usage');
      expect(more).toEqual([]);
      expect(spent).toMatchObject({ usage: { isEstimate: true } });
      const { usage: counted, cost } = spent as Extract<StepEvent, { type: 'usage' }>;
      expect(counted.outputTokens).toBeGreaterThan(1_000);
      expect(counted.outputTokens).toBeLessThan(2_000);
      expect(counted.inputTokens).toBeGreaterThan(0);
      expect(cost).toBeCloseTo((counted.inputTokens + counted.outputTokens) / 1_000_000);
    }
  });

  it('counts nothing for a request that was refused unanswered', async () => {
    const [events] = await ask([model('down', () => [failWith('bad_key')])]);
    expect(events?.filter(({ type }) => type === 'usage')).toEqual([]);
  });

  it('counts a request once, though the format reports usage twice, and cached tokens at their price', async () => {
    const one = model(
      'one',
      () => [
        { type: 'text-delta', text: 'ok' },
        { type: 'usage', usage: { inputTokens: 9, outputTokens: 1 } },
        { type: 'usage', usage: { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 500_000 } },
        { type: 'stop', reason: 'end' },
      ],
      { prices },
    );
    const [events] = await ask([one]);
    expect(events?.filter(({ type }) => type === 'usage')).toMatchObject([{ cost: 1.65 }]);
  });
});

describe('the search of a service', () => {
  it('that was refused is replaced by tools that find others, in the same step', async () => {
    const known = createRegistry(definitions);
    const requests: ModelRequest[] = [];
    let searches = true;
    const native: Model = {
      ...{ author: { provider: 'a', model: 'x' }, kind: 'anthropic', host: 'api.example' },
      traits: { ...unknownTraits, contextTokens: 200_000, toolList: 'short' },
      get searchesTools() {
        return searches;
      },
      async *stream(request) {
        requests.push(request);
        if (request.deferred) {
          searches = false;
          yield { type: 'error', error: { type: 'bad_request', status: 400 } };
        } else yield* say('Found.');
      },
    };
    const requester = createModelRequester({
      ...{ chain: [native], system, tools: definitions, finders: known.finders(), named: ['*'] },
      loadMedia: async () => new Map(),
    });
    const events: StepEvent[] = [];
    for await (const event of requester.ask([question], true, new AbortController().signal))
      events.push(event);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    expect(requests.map(({ deferred }) => deferred !== undefined)).toEqual([true, false]);
    expect(requests[1]?.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_tools', 'call_tool']),
    );
  });
});
