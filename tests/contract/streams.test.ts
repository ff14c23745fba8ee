/** Recorded streams of the services: each gives the same message, wherever the network splits it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import { serverKinds, type ServerKind } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { createRandom } from '#tests/fixtures/worlds/random.ts';
import { foldModelEvents, replay } from '#tests/fixtures/model-servers/replay-stream.ts';

type Recording = { format: ServerKind; name: string; bytes: Uint8Array };

const folder = new URL('../fixtures/streams/', import.meta.url);

const recordings = serverKinds.flatMap((format): Recording[] =>
  filesOf(format, '.sse').map((name) => ({ format, name, bytes: readBytes(format, `${name}.sse`) })),
);
const replies = serverKinds.flatMap((format) =>
  filesOf(format, '.reply.json').map((name) => ({ format, name })),
);

function filesOf(format: ServerKind, ending: string): string[] {
  return readdirSync(fileURLToPath(new URL(format, folder)))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
}

function readBytes(format: ServerKind, name: string): Uint8Array {
  return readFileSync(new URL(`${format}/${name}`, folder));
}

function readJson(format: ServerKind, name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${format}/${name}`, folder), 'utf8'));
}

const play = async (format: ServerKind, pieces: readonly Uint8Array[]) =>
  foldModelEvents(await replay(await loadProvider(format), pieces), format);

/**
 * Splits into pieces of random lengths, mostly shorter than an event. The same seed gives the same pieces.
 */
function cutAtRandom(bytes: Uint8Array, seed: number): Uint8Array[] {
  const random = createRandom(seed);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + random(200);
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}

it('has recordings of each format', () => {
  for (const format of serverKinds)
    expect(recordings.filter((recording) => recording.format === format).length).toBeGreaterThanOrEqual(6);
});

describe.each(recordings)('$format: $name', ({ format, name, bytes }) => {
  it('gives the expected message', async () => {
    const message = JSON.parse(JSON.stringify(await play(format, [bytes]))) as unknown;
    expect(message).toEqual(readJson(format, `${name}.expected.json`));
  });

  it('is the same message byte by byte, and in pieces of any length', async () => {
    const whole = await play(format, [bytes]);
    expect(
      await play(
        format,
        [...bytes].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
    for (let seed = 1; seed <= 10; seed++)
      expect(await play(format, cutAtRandom(bytes, seed))).toEqual(whole);
  });

  it('gives a prefix of that message wherever it breaks off, and reports that unless the message was complete', async () => {
    const whole = await play(format, [bytes]);
    const ends = eventEnds(bytes);
    // Of the positions inside events, test a hundred.
    const step = Math.ceil(bytes.length / 100);
    const inside = Array.from({ length: 100 }, (_, index) => index * step).filter((at) => at < bytes.length);
    for (const length of [...ends, ...inside]) {
      const cut = await play(format, [bytes.subarray(0, length)]);
      for (const [index, part] of cut.parts.entries()) expectBeginning(part, whole.parts[index]);
      // An incomplete last event is decoded too, because some servers omit the last empty line.
      const breaks = ends.includes(length) ? ['broken_stream'] : ['broken_stream', 'malformed'];
      if (cut.end?.type === 'error' && whole.end?.type !== 'error')
        expect(breaks).toContain(cut.end.error.type);
      else if (cut.end?.type !== 'error' || !breaks.includes(cut.end.error.type))
        expect(cut.end).toEqual(whole.end);
    }
  });
});

/** Offsets of the ends of events, after their empty lines. */
function eventEnds(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/(\r?\n){2,}/g)].map(({ index, 0: found }) => index + found.length);
}

describe.each(replies)('$format: $name, answered without a stream', ({ format, name }) => {
  it('is the same message', async () => {
    const reply = readJson(format, `${name}.reply.json`) as Record<string, unknown>;
    const text = asEvents(format, reply)
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('');
    const single = await play(format, [new TextEncoder().encode(text)]);
    const streamed = await play(format, [readBytes(format, `${name}.sse`)]);
    expect(single.parts).toEqual(streamed.parts);
    expect(single.end).toEqual(streamed.end);
  });
});

/** Converts a reply without a stream into events; servers that do not stream send it as one event. */
function asEvents(format: ServerKind, reply: Record<string, unknown>): object[] {
  if (format === 'openai-responses') return [{ type: 'response.completed', response: reply }];
  if (format !== 'anthropic') return [reply];
  const { content, stop_reason, usage } = reply as { content: object[]; stop_reason: string; usage: object };
  return [
    { type: 'message_start', message: { usage } },
    ...content.flatMap((content_block, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ];
}

/**
 * A cut stream may shorten a text, but a call is complete or absent; an echo comes with the complete part.
 */
function expectBeginning(part: Part, whole: Part | undefined): void {
  if (part.type !== 'text' && part.type !== 'reasoning') return expect(part).toEqual(whole);
  expect(whole?.type).toBe(part.type);
  expect(whole?.type === part.type && whole.text.startsWith(part.text)).toBe(true);
  if (part.echo) expect(part).toEqual(whole);
}
