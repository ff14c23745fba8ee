/**
 * Every format: a scripted stream gives the same message as a whole, byte by byte, and cut after every event.
 */
import { describe, expect, it } from 'vitest';
import type { Part } from '#shared/conversation/message.ts';
import { serverKinds, type ServerKind } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import type { ScriptedReply } from '#tests/fixtures/model-servers/model-server.ts';
import { foldModelEvents, replay } from '#tests/fixtures/model-servers/replay-stream.ts';
import { responseEvents } from '#tests/fixtures/model-servers/responses-reply.ts';

type Stream = { kind: ServerKind; name: string; events: string[] };

const replies: Record<string, ScriptedReply> = {
  'thoughts, text and two calls': {
    reasoning: 'First 想.\n\nThen 😀.',
    text: 'Grüße, 世界',
    calls: [
      { id: 'a', name: 'read_file', arguments: { path: 'ä/😀.txt' } },
      { id: 'b', name: 'noop', arguments: '' },
    ],
  },
  'an error in the middle': { text: 'Half', error: { type: 'overloaded_error', code: 503, message: 'busy' } },
};
const streams = [
  ...serverKinds.flatMap((kind) =>
    Object.entries(replies).map(([name, reply]): Stream => ({
      kind,
      name,
      events: formats[kind].events(reply),
    })),
  ),
  {
    kind: 'openai-responses',
    name: 'a refusal',
    events: responseEvents({ refusal: 'I will not.' }, '1').map((event) => JSON.stringify(event)),
  } satisfies Stream,
];

const encoder = new TextEncoder();

/** Encodes events. Two formats name their events; Anthropic uses LF, the others are tested with CR LF. */
function bytesOf(kind: ServerKind, events: readonly string[]): Uint8Array[] {
  const end = kind === 'anthropic' ? '\n' : '\r\n';
  return events.map((data) => {
    const { type } = JSON.parse(data) as { type?: string };
    const name = type === undefined ? '' : `event: ${type}${end}`;
    return encoder.encode(`${name}data: ${data}${end}${end}`);
  });
}

async function play(kind: ServerKind, pieces: readonly Uint8Array[]) {
  return foldModelEvents(await replay(await loadProvider(kind), pieces), kind);
}

describe.each(streams)('$kind: $name', ({ kind, name, events }) => {
  it('folds to the same message whole and byte by byte', async () => {
    const whole = await play(kind, bytesOf(kind, events));
    const bytes = bytesOf(kind, events).flatMap((piece) => [...piece].map((byte) => Uint8Array.of(byte)));
    expect(await play(kind, bytes)).toEqual(whole);
    expect(whole.end?.type).toBe(name === 'an error in the middle' ? 'error' : 'stop');
    if (whole.end?.type === 'stop') expect(whole.usage?.outputTokens).toBeGreaterThan(0);
  });

  it('gives a prefix of that message wherever it is cut, and reports the break', async () => {
    const whole = await play(kind, bytesOf(kind, events));
    for (let count = 0; count < events.length; count++) {
      const cut = await play(kind, bytesOf(kind, events.slice(0, count)));
      for (const [index, part] of cut.parts.entries()) expectBeginning(part, whole.parts[index]);
      if (cut.end?.type === 'error') expect(cut.end.error.type).toBe('broken_stream');
      else expect(cut.end).toEqual(whole.end);
    }
  });
});

it.each(serverKinds)('%s gives the thoughts, the text and the calls of the script', async (kind) => {
  const { parts } = await play(
    kind,
    bytesOf(kind, formats[kind].events(replies['thoughts, text and two calls']!)),
  );
  const textOf = (type: Part['type']) =>
    parts.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
  expect(textOf('reasoning').replaceAll(/\s/g, '')).toBe('First想.Then😀.');
  expect(textOf('text')).toBe('Grüße, 世界');
  expect(
    parts.filter((part) => part.type === 'call').map(({ name, arguments: values }) => [name, values]),
  ).toEqual([
    ['read_file', { path: 'ä/😀.txt' }],
    ['noop', {}],
  ]);
});

function expectBeginning(part: Part, whole: Part | undefined): void {
  if (part.type !== 'text' && part.type !== 'reasoning') return expect(part).toEqual(whole);
  expect(whole?.type === part.type && whole.text.startsWith(part.text)).toBe(true);
  if (part.echo) expect(whole).toMatchObject({ echo: part.echo });
}
