/** The usage of an answer is the sum of its requests; an unknown price is not counted as zero. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import { sumUsage } from '#src/ui/chat/messages/sum-usage.ts';

const step = (fields: Partial<Message>): Message => ({
  id: asId<'message'>('m'),
  session: asId<'session'>('s'),
  parent: null,
  order: 1,
  run: asId<'run'>('r'),
  role: 'assistant',
  parts: [],
  at: 0,
  author: { provider: 'p', model: 'one' },
  ...fields,
});
const usage = { inputTokens: 10, outputTokens: 5 };

describe('sumUsage', () => {
  it('adds all requests and names each model once', () => {
    const other = { provider: 'p', model: 'two' };
    const spent = sumUsage([
      step({ usage: { ...usage, cacheReadTokens: 4 }, cost: 0.5 }),
      step({ usage: { ...usage, reasoningTokens: 2 }, cost: 0.25 }),
      step({ usage, cost: 0, author: other }),
    ]);
    expect(spent).toEqual({
      inputTokens: 30,
      outputTokens: 15,
      cacheReadTokens: 4,
      reasoningTokens: 2,
      requests: 3,
      isEstimate: false,
      models: ['one', 'two'],
      cost: 0.75,
    });
  });

  it('says that it is an estimate where one of them is', () => {
    const spent = sumUsage([step({ usage }), step({ usage: { ...usage, isEstimate: true } })]);
    expect(spent).toMatchObject({ inputTokens: 20, isEstimate: true });
  });

  it('reports no cost if one request has none', () => {
    expect(sumUsage([step({ usage, cost: 1 }), step({ usage })])?.cost).toBeUndefined();
  });

  it('shows nothing if nothing was counted', () => {
    expect(sumUsage([step({})])).toBeNull();
  });
});
