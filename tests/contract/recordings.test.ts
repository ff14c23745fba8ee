/** Anthropic and Gemini: a stream gives the same message whole, byte by byte, and cut anywhere. */
import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { anthropicEvents } from '#tests/fixtures/model-servers/anthropic-server.ts';
import { geminiChunks } from '#tests/fixtures/model-servers/gemini-server.ts';
import type { ScriptedReply } from '#tests/fixtures/model-servers/model-server.ts';
import { fold, replay } from '#tests/fixtures/model-servers/replayed.ts';

type Wire = 'anthropic' | 'gemini';
type Stream = { wire: Wire; name: string; events: string[] };

const replies: Record<string, ScriptedReply> = {
  'thoughts, text and two calls': {
    reasoning: 'First 想, then 😀.',
    text: 'Grüße, 世界',
    calls: [
      { id: 'a', name: 'read_file', arguments: { path: 'ä/😀.txt' } },
      { id: 'b', name: 'noop', arguments: '' },
    ],
  },
  'an error in the middle': { text: 'Half', error: { type: 'overloaded_error', code: 503, message: 'busy' } },
};
const toJson = (events: readonly (string | object)[]) => events.map((event) => JSON.stringify(event));
const streams = Object.entries(replies).flatMap(([name, reply]): Stream[] => [
  { wire: 'anthropic', name, events: toJson(anthropicEvents(reply, 1)) },
  { wire: 'gemini', name, events: toJson(geminiChunks(reply, 1)) },
]);

const encoder = new TextEncoder();

/** As each service frames them: Anthropic names its events, Gemini ends its lines with CR LF. */
function bytesOf(wire: Wire, events: readonly string[]): Uint8Array[] {
  return events.map((data) => {
    const { type } = JSON.parse(data) as { type?: string };
    return encoder.encode(
      wire === 'anthropic' ? `event: ${type}\ndata: ${data}\n\n` : `data: ${data}\r\n\r\n`,
    );
  });
}

async function play(wire: Wire, pieces: readonly Uint8Array[]) {
  return fold(await replay(await loadProvider(wire), pieces), wire);
}

describe.each(streams)('$wire: $name', ({ wire, events }) => {
  it('folds to the same message whole and byte by byte', async () => {
    const whole = await play(wire, bytesOf(wire, events));
    const bytes = bytesOf(wire, events).flatMap((piece) => [...piece].map((byte) => Uint8Array.of(byte)));
    expect(await play(wire, bytes)).toEqual(whole);
    expect(['stop', 'error']).toContain(whole.end?.type);
    if (whole.end?.type === 'stop') expect(whole.usage?.outputTokens).toBeGreaterThan(0);
  });

  it('is the beginning of that message wherever it is cut, and says that it broke', async () => {
    const whole = await play(wire, bytesOf(wire, events));
    for (let count = 0; count < events.length; count++) {
      const pieces = bytesOf(wire, events.slice(0, count));
      const cut = await play(wire, pieces);
      const bytes = pieces.flatMap((piece) => [...piece].map((byte) => Uint8Array.of(byte)));
      expect(await play(wire, bytes)).toEqual(cut);
      for (const [index, part] of cut.parts.entries()) expectBeginning(part, whole.parts[index]);
      if (cut.end?.type === 'error') expect(cut.end.error.type).toBe('broken_stream');
      else expect(cut.end).toEqual(whole.end);
    }
  });
});

function expectBeginning(part: Part, whole: Part | undefined): void {
  if (part.type !== 'text' && part.type !== 'reasoning') return expect(part).toEqual(whole);
  const { echo, text, type } = part;
  expect(whole).toMatchObject({
    type,
    text: expect.stringMatching(escaped(text)),
    ...(echo ? { echo } : {}),
  });
}

function escaped(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
