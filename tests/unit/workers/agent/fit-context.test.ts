/**
 * Fitting a history into a context window: never too long, never a call without its result or without the
 * question.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Note, Part } from '#shared/conversation/message.ts';
import { estimateMessages } from '#workers/agent/estimate-tokens.ts';
import { applySummary, fitMessages, oldestPart } from '#workers/agent/fit-context.ts';
import { call, chain, message, result, text } from '#tests/fixtures/worlds/messages.ts';

const user = (id: string, words = 'question') => message(id, 'user', [text(words)]);
const answer = (id: string, ...parts: Part[]) => message(id, 'assistant', parts);
const summaryNote = (upTo: string, words = 'what was said'): Extract<Note, { type: 'summarised' }> => ({
  type: 'summarised',
  messages: 1,
  upTo: asId<'message'>(upTo),
  text: words,
});

/** Conversations of exchanges, each with a question and steps whose calls have any size. */
const conversations = fc
  .array(
    fc.record({
      question: fc.integer({ min: 0, max: 2_000 }),
      steps: fc.array(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 3 }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((exchanges) =>
    chain(
      exchanges.flatMap(({ question, steps }, at) => [
        user(`u${at}`, 'q'.repeat(question + 1)),
        ...steps.map((sizes, step) =>
          answer(
            `a${at}-${step}`,
            text('thinking'),
            ...sizes.map((_, n) => call(`c${at}-${step}-${n}`)),
            ...sizes.map((size, n) => result(`c${at}-${step}-${n}`, 'r'.repeat(size))),
          ),
        ),
      ]),
    ),
  );

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe('fitMessages', () => {
  it('stays within the budget, keeps the newest messages, starts with the user, and keeps calls with results', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 0, max: 30_000 }), (messages, budget) => {
        const fitted = fitMessages(messages, budget);
        if (!fitted) {
          // Fitting fails only if even the question and the newest step, shortened as far as possible, are
          // too long.
          const asked = messages.findLast(({ role }) => role === 'user');
          const newest = messages.at(-1)!;
          const bare = newest === asked ? [newest] : [asked!, newest];
          expect(estimateMessages(bare)).toBeGreaterThan(budget);
          return;
        }
        expect(estimateMessages(fitted.messages)).toBeLessThanOrEqual(budget);
        expect(fitted.messages.at(-1)?.id).toBe(messages.at(-1)?.id);
        expect(fitted.messages[0]?.role).toBe('user');
        expect(fitted.messages).toHaveLength(messages.length - fitted.dropped);
        expect(fitted.messages.some(({ id }) => id === messages.findLast((m) => m.role === 'user')?.id)).toBe(
          true,
        );
        for (const { parts } of fitted.messages) {
          const calls = parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
          expect(parts.flatMap((part) => (part.type === 'result' ? [part.call] : []))).toEqual(calls);
        }
        // The kept messages are in their original order, and none was made up.
        const kept = new Set(idsOf(fitted.messages));
        expect(idsOf(messages).filter((id) => kept.has(id))).toEqual(idsOf(fitted.messages));
      }),
    );
  });

  it('returns the same objects if they fit', () => {
    const messages = chain([user('u'), answer('a', text('b'))]);
    const fitted = fitMessages(messages, 1_000);
    expect(fitted).toEqual({ messages, dropped: 0 });
    expect(fitted?.messages).toBe(messages);
  });

  it('cuts the results of the newest step if nothing else can be dropped, also in text blocks', () => {
    const blocks: Part = {
      ...result('b'),
      result: { status: 'success', result: [{ type: 'text', text: `head${'y'.repeat(50_000)}tail` }] },
    };
    const messages = chain([
      user('u'),
      answer('a', call('a'), call('b'), result('a', `head${'x'.repeat(50_000)}tail`), blocks),
    ]);
    const [, shrunk] = fitMessages(messages, 1_500)?.messages ?? [];
    const contents = shrunk?.parts.flatMap((part) =>
      part.type === 'result' && part.result.status === 'success' ? [JSON.stringify(part.result.result)] : [],
    );
    expect(contents).toHaveLength(2);
    for (const content of contents ?? []) expect(content).toMatch(/head.*cut to fit.*tail/s);
    expect(messages[1]?.parts.at(-1)).toBe(blocks);
  });

  it.each(['', 'x'])('cuts no emoji in half, after "%s"', (before) => {
    const emoji = `${before}${'😀'.repeat(20_000)}${before}`;
    const [, shrunk] =
      fitMessages(chain([user('u'), answer('a', call('a'), result('a', emoji))]), 1_500)?.messages ?? [];
    const text = JSON.stringify(shrunk);
    expect(text).toMatch(/😀.*cut to fit.*😀/s);
    expect(text).not.toContain('\ufffd');
  });

  it('fails if not even that helps', () => {
    expect(fitMessages([user('u', 'x'.repeat(10_000))], 100)).toBeUndefined();
    expect(fitMessages([user('u')], -1)).toBeUndefined();
  });
});

describe('applySummary', () => {
  const messages = chain([
    user('u1'),
    answer('a1', text('one')),
    user('u2'),
    answer('a2', { type: 'note', note: summaryNote('a1') }, text('two')),
  ]);

  it('replaces everything up to its last message, and is the same object every time', () => {
    const first = applySummary(messages);
    expect(idsOf(first)).toEqual(['a1-summary', 'u2', 'a2']);
    expect(first[0]).toMatchObject({ role: 'user' });
    expect(applySummary(messages)[0]).toBe(first[0]);
  });

  it('is replaced by a newer one', () => {
    expect(idsOf(applySummary(messages, summaryNote('u2')))).toEqual(['u2-summary', 'a2']);
  });

  it('is ignored on a branch that does not have its last message', () => {
    const other = chain([user('u1'), answer('b', { type: 'note', note: summaryNote('elsewhere') })]);
    expect(applySummary(other)).toBe(other);
  });
});

describe('oldestPart', () => {
  const exchanges = (count: number) =>
    Array.from({ length: count }, (_, at) => [user(`u${at}`), answer(`a${at}`, text('x'))]).flat();
  const steps = (count: number) => Array.from({ length: count }, (_, at) => answer(`s${at}`, text('x')));

  it('is all but the last exchanges', () => {
    expect(idsOf(oldestPart(exchanges(6), 4))).toEqual(['u0', 'a0', 'u1', 'a1']);
    expect(oldestPart(exchanges(4), 4)).toEqual([]);
  });

  it('is all but the last steps of one long request', () => {
    const long = [user('u'), ...steps(9)];
    expect(idsOf(oldestPart(long, 4))).toEqual(idsOf(long).slice(0, 6));
    expect(oldestPart([user('u'), ...steps(8)], 4)).toEqual([]);
  });

  it('is never a summary alone, which would be summarised for ever', () => {
    const summarised = applySummary(exchanges(5), summaryNote('a0'));
    expect(idsOf(summarised)[0]).toBe('a0-summary');
    expect(oldestPart(summarised, 4)).toEqual([]);
    const grown = [...summarised, ...steps(9)];
    expect(idsOf(oldestPart(grown, 4))).toContain('s4');
  });
});
