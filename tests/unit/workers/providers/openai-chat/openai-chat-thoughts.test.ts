/**
 * Reasoning and signatures behind a Chat Completions gateway are sent back unchanged, and only to their
 * origin.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import { toRequest } from '#workers/providers/openai-chat/openai-chat.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import { foldModelEvents, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const target = { baseUrl: 'https://gateway.example/v1', apiKey: '', model: 'm', traits: unknownTraits };
const delta = (content: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason }],
});
const called = (id: string, index = 0, more: object = {}) =>
  delta({ tool_calls: [{ index, id, function: { name: 'noop', arguments: '{}' }, ...more }] });
const thought = (...details: object[]) => delta({ reasoning_details: details });
const finished = delta({}, 'tool_calls');

function decode(...chunks: object[]): ModelEvent[] {
  const decoder = createChatDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(JSON.stringify(chunk))), ...decoder.end()];
}

/** The parts of the reply that the next request sends back, after the calls have their results. */
function returned(events: readonly ModelEvent[], kind: 'openai-chat' | 'gemini' = 'openai-chat') {
  const { parts } = foldModelEvents(events, kind);
  const results = parts.flatMap((part): Part[] =>
    part.type === 'call'
      ? [{ type: 'result', call: part.id, result: { status: 'success', result: 'ok' }, duration_ms: 1 }]
      : [],
  );
  const id = asId<'message'>('a');
  const reply: Message = {
    ...userMessage(''),
    id,
    order: 2,
    role: 'assistant',
    parts: [...parts, ...results],
  };
  const messages = [userMessage('go'), reply];
  const { body = '' } = toRequest({ system: '', messages, tools: [], media: new Map() }, target);
  const sent = JSON.parse(body) as { messages: { role: string; [field: string]: unknown }[] };
  return sent.messages.find(({ role }) => role === 'assistant');
}

describe('the thoughts that a gateway wants back', () => {
  it('are put together from their fragments, with the signature that came last', () => {
    const text = { type: 'reasoning.text', index: 0, format: 'anthropic-claude-v1' };
    const events = decode(
      delta({ reasoning: 'Let me ', reasoning_details: [{ ...text, text: 'Let me ', signature: null }] }),
      delta({ reasoning: 'see.', reasoning_details: [{ ...text, text: 'see.' }] }),
      thought({ ...text, signature: 'signed' }),
      called('c1'),
      finished,
    );
    expect(returned(events)).toMatchObject({
      reasoning_details: [{ ...text, text: 'Let me see.', signature: 'signed' }],
      tool_calls: [{ id: 'c1' }],
    });
    expect(events.filter(({ type }) => type === 'reasoning-delta')).toHaveLength(2);
  });

  it('keep each encrypted one whole, in order, also where it comes with the calls', () => {
    const encrypted = (id: string) => ({ type: 'reasoning.encrypted', id, data: `of ${id}`, index: 0 });
    const events = decode(
      thought({ type: 'reasoning.summary', summary: 'Two ', index: 0 }),
      thought({ type: 'reasoning.summary', summary: 'files.', index: 0 }),
      { choices: [{ delta: { ...called('c1').choices[0]?.delta, reasoning_details: [encrypted('c1')] } }] },
      {
        choices: [{ delta: { ...called('c2', 1).choices[0]?.delta, reasoning_details: [encrypted('c2')] } }],
      },
      finished,
    );
    expect(returned(events)?.reasoning_details).toEqual([
      { type: 'reasoning.summary', summary: 'Two files.', index: 0 },
      encrypted('c1'),
      encrypted('c2'),
    ]);
  });

  it('come before the first call, so that a reply that is stopped there can go on', () => {
    const events = decode(thought({ type: 'reasoning.encrypted', data: 'x' }), called('c1'), called('c2', 1));
    const kinds = events.map(({ type }) => type);
    expect(kinds.indexOf('echo')).toBeLessThan(kinds.indexOf('call'));
  });

  it('begin again behind a signature, and leave out what was cut off before it was signed', () => {
    const text = { type: 'reasoning.text', format: 'anthropic-claude-v1' };
    const events = decode(
      thought({ ...text, text: 'one', signature: 's1' }, { ...text, text: 'two', signature: 's2' }),
      thought({ ...text, text: 'three' }),
      called('c1'),
      finished,
    );
    expect(returned(events)?.reasoning_details).toEqual([
      { ...text, text: 'one', signature: 's1' },
      { ...text, text: 'two', signature: 's2' },
    ]);
  });

  it('are of this format alone, and of details that are some', () => {
    const events = decode(
      thought({ type: 'reasoning.text', text: 'x' }, { type: 'other' }),
      delta({ reasoning_details: ['reasoning.text', null, 7] }),
      delta({ reasoning_details: 'reasoning.text' }),
      called('c1'),
      finished,
    );
    expect(returned(events)?.reasoning_details).toEqual([{ type: 'reasoning.text', text: 'x' }]);
    expect(returned(events, 'gemini')).not.toHaveProperty('reasoning_details');
    expect(returned(decode(called('c1'), finished))).not.toHaveProperty('reasoning_details');
  });

  it('come back as they were, however they were cut and mixed', () => {
    const detail = fc.record({
      type: fc.constantFrom('reasoning.text', 'reasoning.summary'),
      pieces: fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(
        fc.array(detail, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        (all, picks) => {
          const whole = all.map(({ type, pieces }, index) => ({
            ...{ type, index },
            [type.slice('reasoning.'.length)]: pieces.join(''),
          }));
          const left = all.map(({ type, pieces }, index) =>
            pieces.map((words) => ({ type, index, [type.slice('reasoning.'.length)]: words })),
          );
          const chunks: object[] = [];
          // The calls begin in order, and their pieces are interleaved at random.
          for (const pieces of left) chunks.push(thought(pieces.shift() ?? {}));
          for (let open = left.filter(({ length }) => length > 0); open.length > 0;) {
            const pick: number = picks.next().value;
            chunks.push(thought(open[pick % open.length]?.shift() ?? {}));
            open = open.filter(({ length }) => length > 0);
          }
          expect(returned(decode(...chunks, called('c1'), finished))?.reasoning_details).toEqual(whole);
        },
      ),
    );
  });
});

describe('what a gateway sends along with a call', () => {
  it('goes back with that call, as it came', () => {
    const extra_content = { google: { thought_signature: 'EjQKMg+/=' } };
    const events = decode(called('c1', 0, { extra_content }), called('c2', 1), finished);
    const calls = returned(events)?.tool_calls as object[];
    expect(calls[0]).toMatchObject({ id: 'c1', extra_content });
    expect(calls[1]).not.toHaveProperty('extra_content');
    expect(returned(events, 'gemini')?.tool_calls).not.toContainEqual(
      expect.objectContaining({ extra_content }),
    );
  });
});
