/**
 * Whatever a history contains, the request has one result per call, only the format's own echoes, and nothing
 * empty.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Echo, Message, Part } from '#shared/conversation/message.ts';
import { serverKinds, type ProviderKind } from '#shared/models/provider.ts';
import { repairHistory } from '#workers/agent/repair-history.ts';
import { call, message, result, text } from '#tests/fixtures/worlds/messages.ts';

const echoes = fc.option(
  fc.record({
    wire: fc.constantFrom(...serverKinds),
    host: fc.constantFrom('api.example', 'other.example'),
    data: fc.constant({ signature: 'abc' }),
  }),
  { nil: undefined },
);
const ids = fc.constantFrom('c1', 'c2', 'c3');
const withEcho = <T extends Part>(part: T, echo: Echo | undefined) => (echo ? { ...part, echo } : part);

const parts: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(fc.constantFrom('', 'words'), echoes).map(([words, echo]) => withEcho(text(words), echo)),
  fc
    .tuple(fc.constantFrom('', 'a thought'), echoes)
    .map(([words, echo]): Part => withEcho({ type: 'reasoning', text: words }, echo)),
  fc.tuple(ids, echoes).map(([id, echo]) => withEcho(call(id, { status: 'running' }), echo)),
  ids.map((id) => result(id)),
  fc.constant<Part>({ type: 'error', error: { type: 'overloaded' } }),
  fc.constant<Part>({ type: 'note', note: { type: 'resumed' } }),
);
const histories = fc.array(
  fc
    .tuple(fc.constantFrom('user' as const, 'assistant' as const), fc.array(parts, { maxLength: 8 }))
    .map(([role, list]) => message('m', role, list)),
  { maxLength: 6 },
);

const of = (kind: ProviderKind) => ({ kind, host: 'api.example' });
const callsOf = ({ parts: list }: Message) => list.flatMap((part) => (part.type === 'call' ? [part.id] : []));
const resultsOf = ({ parts: list }: Message) =>
  list.flatMap((part) => (part.type === 'result' ? [part.call] : []));

describe('repairHistory', () => {
  it('gives every call one result, sends no foreign echoes and nothing empty, for any history', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...serverKinds), (history, kind) => {
        for (const each of repairHistory(history, of(kind))) {
          const calls = callsOf(each);
          expect(new Set(calls).size).toBe(calls.length);
          expect([...resultsOf(each)].sort()).toEqual([...calls].sort());
          expect(each.parts.length).toBeGreaterThan(0);
          for (const part of each.parts) {
            expect(['error', 'note']).not.toContain(part.type);
            if ('echo' in part) expect(part.echo).toMatchObject({ wire: kind, host: 'api.example' });
          }
        }
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...serverKinds), (history, kind) => {
        const once = repairHistory(history, of(kind));
        expect(repairHistory(once, of(kind)).every((each, at) => each === once[at])).toBe(true);
      }),
    );
  });

  it('returns the same object for the same message, repaired or not', () => {
    const whole = message('m', 'assistant', [text('a'), call('c'), result('c')]);
    const torn = message('n', 'assistant', [call('d', { status: 'running' })]);
    const [first, second] = repairHistory([whole, torn], of('anthropic'));
    expect(first).toBe(whole);
    expect(second).not.toBe(torn);
    expect(repairHistory([whole, torn], of('anthropic'))[1]).toBe(second);
  });

  it('keeps a thought with its own signature, and leaves out one of another format, text or not', () => {
    const thought: Part = {
      type: 'reasoning',
      text: 'hm',
      echo: { wire: 'anthropic', host: 'api.example', data: { signature: 's' } },
    };
    const said = {
      ...text('hello'),
      echo: { wire: 'anthropic' as const, host: 'api.example', data: { id: '1' } },
    };
    const history = [message('m', 'assistant', [thought, said])];
    expect(repairHistory(history, of('anthropic'))[0]).toBe(history[0]);
    expect(repairHistory(history, of('gemini'))[0]?.parts).toEqual([text('hello')]);
    const elsewhere = { kind: 'anthropic' as const, host: 'compatible.example' };
    expect(repairHistory(history, elsewhere)[0]?.parts).toEqual([text('hello')]);
  });

  it('says whether a call without a result may have happened', () => {
    const history = [
      message('m', 'assistant', [call('a', { status: 'running' }), call('b', { status: 'pending' })]),
    ];
    const [mended] = repairHistory(history, of('openai-chat'));
    expect(JSON.stringify(mended?.parts[2])).toContain('may or may not');
    expect(JSON.stringify(mended?.parts[3])).toContain('nothing happened');
  });
});
