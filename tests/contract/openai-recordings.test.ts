/** Both OpenAI formats: a stream gives the same message whole, byte by byte, and cut at every event. */
import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import type { ProviderKind } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { chunksOf } from '#tests/fixtures/model-servers/chat-reply.ts';
import { fold, replay } from '#tests/fixtures/model-servers/replayed.ts';
import { responseEvents } from '#tests/fixtures/model-servers/responses-reply.ts';

type Wire = Extract<ProviderKind, 'openai-chat' | 'openai-responses'>;
type Stream = { name: string; wire: Wire; events: string[] };

const asked = { model: 'm', includeUsage: true, id: '1' };
const call = { name: 'read_file', arguments: { path: 'ä/😀.txt' } };
const streams: Stream[] = [
  {
    name: 'thought, text and two calls',
    wire: 'openai-responses',
    events: responseEvents(
      {
        reasoning: 'First.\n\nThen 😀.',
        text: 'Grüße, 世界',
        phase: 'commentary',
        calls: [
          { callId: 'a', ...call },
          { callId: 'b', name: 'noop', arguments: '' },
        ],
      },
      '1',
    ).map((event) => JSON.stringify(event)),
  },
  {
    name: 'a refusal',
    wire: 'openai-responses',
    events: responseEvents({ refusal: 'I will not.' }, '1').map((event) => JSON.stringify(event)),
  },
  {
    name: 'thought, text and two calls',
    wire: 'openai-chat',
    events: chunksOf(
      { reasoning: 'hm', text: 'Grüße, 世界 😀', calls: [call, { name: 'noop', arguments: '' }] },
      asked,
    ),
  },
];

const encoder = new TextEncoder();
const bytesOf = (events: readonly string[]) => events.map((data) => encoder.encode(`data: ${data}\r\n\r\n`));

describe.each(streams)('$wire: $name', async ({ wire, events }) => {
  const provider = await loadProvider(wire);
  const decoded = async (pieces: readonly Uint8Array[]) => fold(await replay(provider, pieces), wire);

  it('folds to the same message whole and byte by byte', async () => {
    const whole = await decoded(bytesOf(events));
    const bytes = bytesOf(events).flatMap((piece) => [...piece].map((byte) => Uint8Array.of(byte)));
    expect(whole.parts.length + (whole.end?.type === 'error' ? 1 : 0)).toBeGreaterThan(0);
    expect(['stop', 'error']).toContain(whole.end?.type);
    expect(await decoded(bytes)).toEqual(whole);
  });

  it('is a beginning of that message wherever it is cut, and says that it broke', async () => {
    const whole = await decoded(bytesOf(events));
    // A long stream is cut at a hundred places.
    const step = Math.ceil(events.length / 100);
    for (let count = 0; count < events.length; count += step) {
      const cut = await decoded(bytesOf(events.slice(0, count)));
      for (const [index, part] of cut.parts.entries()) expectBeginning(part, whole.parts[index]);
      if (cut.end?.type === 'error' && whole.end?.type === 'stop')
        expect(cut.end.error.type).toBe('broken_stream');
      else expect(cut.end?.type).toBe(whole.end?.type);
    }
  });
});

function expectBeginning(part: Part, whole: Part | undefined): void {
  if (part.type !== 'text' && part.type !== 'reasoning') expect(part).toEqual(whole);
  else expect(whole?.type === part.type && whole.text.startsWith(part.text)).toBe(true);
}
