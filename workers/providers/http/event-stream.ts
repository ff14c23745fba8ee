/** Reads a response of server-sent events into model events, and holds no more of it than a reply may take. */
// eventsource-parser: the SSE grammar with every odd line ending, in 1 kB.
import { createParser } from 'eventsource-parser';
import { measureJson } from '#shared/json-size.ts';
import { limits } from '#shared/limits.ts';
import type { WireDecoder } from './http-provider.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { StreamWatch } from './stream-watch.ts';

/** A call is a card, a result and lines in the journal besides its letters; two thousand fill a reply. */
const charactersPerCall = 4_000;

const mostPingCharacters = 100;

export async function* decodeEvents(
  response: Response,
  decoder: WireDecoder,
  watch: StreamWatch,
): AsyncIterable<ModelEvent> {
  const feed = createFeed(decoder, watch);
  const text = new TextDecoder();
  let size = 0;

  /** Returns whether the reply has ended. */
  function* pass(events: readonly ModelEvent[]): Generator<ModelEvent, boolean> {
    for (const event of joinDeltas(events)) {
      size += sizeOf(event);
      const isOver = size > limits.replyCharacters;
      yield isOver ? tooLarge : event;
      if (isOver || event.type === 'stop' || event.type === 'error') return true;
    }
    return false;
  }

  for await (const chunk of readChunks(response))
    if (yield* pass(feed(text.decode(chunk, { stream: true })))) return;
  // A last event without its blank line is still an event to the servers that send it.
  if (yield* pass(feed('\n\n'))) return;
  yield* pass(decoder.end());
}

/** The model events in a piece of the stream; what is not whole yet waits for the next. */
function createFeed(decoder: WireDecoder, watch: StreamWatch): (text: string) => ModelEvent[] {
  let events: ModelEvent[] = [];
  let received = 0;
  let [parts, signs] = [0, 0];
  const parser = createParser({
    maxBufferSize: limits.eventCharacters,
    onEvent({ event, data }) {
      if (isPing(event, data)) signs++;
      else parts++;
      received += data.length;
      const read = received > limits.streamCharacters ? [tooLarge] : decoder.push(data);
      for (const each of read) events.push(each);
    },
    onComment: () => void signs++,
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') events.push(tooLarge);
    },
  });
  return (text) => {
    events = [];
    const before = { parts, signs };
    parser.feed(text);
    // Once per piece of the stream, which holds hundreds of events when it comes fast.
    if (parts > before.parts) watch.heard('event');
    else if (signs > before.signs) watch.heard('sign');
    return events;
  };
}

const tooLarge: ModelEvent = { type: 'error', error: { type: 'reply_too_large' } };

/** Anthropic's says so twice; a proxy may leave out the name of the event. */
function isPing(event: string | undefined, data: string): boolean {
  if (data.length > mostPingCharacters) return false;
  return event === 'ping' || /^\s*\{\s*"type"\s*:\s*"ping"\s*\}\s*$/.test(data);
}

function sizeOf(event: ModelEvent): number {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return event.text.length;
    case 'echo':
      return measureJson(event.data).characters;
    case 'call': {
      const { id, name, arguments: values, echo = null } = event;
      return charactersPerCall + id.length + name.length + measureJson([values, echo]).characters;
    }
    default:
      return 0;
  }
}

/** What came in one packet is shown at once: every event on its own would cost more than reading it did. */
function joinDeltas(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  let open: { type: 'text-delta' | 'reasoning-delta'; text: string } | undefined;
  for (const event of events) {
    const isDelta = event.type === 'text-delta' || event.type === 'reasoning-delta';
    if (isDelta && open?.type === event.type) open.text += event.text;
    else joined.push((open = isDelta ? { ...event } : undefined) ?? event);
  }
  return joined;
}

async function* readChunks(response: Response): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also when the consumer stops early: nothing more is downloaded.
    await reader.cancel().catch(() => undefined);
  }
}
