/** Recorded streams of real services and some by hand: whole, byte by byte and cut at every event, one message. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import type { ProviderKind } from '#shared/models/provider.ts';
import { providers } from '#workers/providers/index.ts';
import { chunksOf } from '#tests/fixtures/model-servers/chat-reply.ts';
import { fold, replay } from '#tests/fixtures/model-servers/replayed.ts';
import { responseEvents } from '#tests/fixtures/model-servers/responses-reply.ts';

type Wire = Extract<ProviderKind, 'openai-chat' | 'openai-responses'>;
/** `twin`: the last reply without a stream; `steps`: all replies of the recording. */
type Stream = { name: string; wire: Wire; events: string[]; steps?: string[][]; twin?: string };

const asked = { model: 'm', includeUsage: true, id: '1' };
const call = { name: 'read_file', arguments: { path: 'ä/😀.txt' } };
const byHand: Stream[] = [
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

function recorded(wire: Wire): Stream[] {
  const folder = process.env.RECORDINGS && join(process.env.RECORDINGS, wire);
  if (!folder) return [];
  const files = readdirSync(folder);
  return files
    .filter((name) => name.endsWith('.chunks.txt'))
    .flatMap((name) => {
      const twin = name.replace('.chunks.txt', '.json');
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
      const replies = splitReplies(lines);
      return replies.map((events, index) => ({
        name: `${name} ${index + 1}`,
        wire,
        events,
        // The twin of several replies is the last one of another such conversation.
        ...(files.includes(twin) && index === replies.length - 1
          ? { twin: readFileSync(join(folder, twin), 'utf8'), steps: replies }
          : {}),
      }));
    });
}

/** A recording may hold the replies of several steps, one after the other. */
function splitReplies(lines: string[]): string[][] {
  const starts = lines.flatMap((line, at) => (line.includes('"type":"response.created"') ? [at] : []));
  if (starts.length < 2) return [lines];
  return starts.map((start, index) => lines.slice(start, starts[index + 1]));
}

const streams = [...byHand, ...recorded('openai-chat'), ...recorded('openai-responses')];
const encoder = new TextEncoder();
const bytesOf = (events: readonly string[]) => events.map((data) => encoder.encode(`data: ${data}\r\n\r\n`));

describe.each(streams)('$wire: $name', ({ wire, events, steps = [events], twin }) => {
  const provider = providers[wire];
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

  it.runIf(twin !== undefined)('says the same kinds of things as its twin without a stream', async () => {
    const single = await decoded(bytesOf([asEvent(wire, twin ?? '')]));
    const streamed = await Promise.all(steps.map((step) => decoded(bytesOf(step))));
    const known = new Set(streamed.flatMap(({ parts }) => parts.map(({ type }) => type)));
    const kinds = new Set(single.parts.map(({ type }) => type));
    if (steps.length === 1) expect(kinds).toEqual(known);
    else expect([...kinds].filter((kind) => !known.has(kind))).toEqual([]);
    expect(endOf(single)).toEqual(endOf(await decoded(bytesOf(events))));
  });
});

function endOf({ end }: ReturnType<typeof fold>): string | undefined {
  return end?.type === 'error' ? end.error.type : end?.type === 'stop' ? end.reason : undefined;
}

/** The last event of a stream that carries everything, as some servers send it. */
function asEvent(wire: Wire, twin: string): string {
  const reply = JSON.parse(twin) as { object?: string };
  const isResponse = wire === 'openai-responses' && reply.object === 'response';
  return JSON.stringify(isResponse ? { type: 'response.completed', response: reply } : reply);
}

function expectBeginning(part: Part, whole: Part | undefined): void {
  if (part.type !== 'text' && part.type !== 'reasoning') expect(part).toEqual(whole);
  else expect(whole?.type === part.type && whole.text.startsWith(part.text)).toBe(true);
}
