/** Reads the server-sent events of a reply packet by packet, within the limits of a reply. */
// eventsource-parser: the SSE grammar with every odd line ending, in 1 kB.
import { createParser } from 'eventsource-parser';
import { isJsonObject, parseJson } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import type { ModelError } from '#shared/models/provider.ts';
import * as limits from '#shared/limits.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { StreamDecoder } from './exchange.ts';
import { explainStreamError } from './stream-error.ts';
import type { StreamWatch } from './stream-watch.ts';

/**
 * Added to the size of each call, because it also costs a card, a result and journal lines. About 2,000 calls
 * fill a reply.
 */
const charactersPerCall = 4_000;

const maxPingCharacters = 100;

/** Limits for reading a response to its end after a complete reply; a comment may still follow. */
const drainMs = 1_000;
const drainBytes = 16_384;

/** `read` gives the events of the next packet, and undefined after the last. */
export type ReplyReader = { read(): Promise<readonly ModelEvent[] | undefined>; cancel(): Promise<void> };

/** Reads the response packet by packet, up to the most that a reply may hold. */
export function createReplyReader(
  response: Response,
  decoder: StreamDecoder,
  watch: StreamWatch,
): ReplyReader {
  const body = response.body?.getReader();
  const parse = createEventParser(decoder, watch);
  const text = new TextDecoder();
  let size = 0;
  /** The reply has its `stop` or `error`, or the response is over. */
  let hasEnded = false;
  /** The reply has its `stop`. */
  let isComplete = false;

  function bound(events: readonly ModelEvent[]): ModelEvent[] {
    const kept: ModelEvent[] = [];
    for (const event of joinDeltas(events)) {
      if (hasEnded) break;
      size += sizeOf(event);
      const isTooLarge = size > limits.replyCharacters;
      kept.push(isTooLarge ? tooLarge : event);
      hasEnded = isTooLarge || isLast(event);
      isComplete = hasEnded && event.type === 'stop' && !isTooLarge;
    }
    return kept;
  }

  return {
    async read() {
      if (hasEnded) return undefined;
      const packet = await body?.read();
      if (packet?.value) return bound(parse.feed(text.decode(packet.value, { stream: true })));
      // Some servers send the last event without the blank line that ends it.
      const last = bound(parse.feed('\n\n'));
      const error = parse.strayError();
      const end = bound(error ? [{ type: 'error', error }] : decoder.end());
      hasEnded = true;
      return [...last, ...end];
    },
    async cancel() {
      if (body && isComplete) drain(body);
      else await body?.cancel().catch(() => undefined);
    },
  };
}

/** Reads a complete reply to the end of its response, so that the next request can use the same connection. */
function drain(body: ReadableStreamDefaultReader<Uint8Array>): void {
  // The reply is complete: how its connection ends changes nothing.
  const cancel = () => void body.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, drainMs);
  let left = drainBytes;
  const readOn = async () => {
    for (let next = await body.read(); !next.done; next = await body.read())
      if ((left -= next.value.byteLength) < 0) return cancel();
  };
  readOn()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

type ReplyParser = {
  /** The model events in a piece of the stream; an incomplete SSE event waits for the next piece. */
  feed(text: string): ModelEvent[];
  /** An error between the events: some servers send its JSON alone, after the headers of a stream. */
  strayError(): ModelError | undefined;
};

function createEventParser(decoder: StreamDecoder, watch: StreamWatch): ReplyParser {
  let events: ModelEvent[] = [];
  let stray = '';
  let received = 0;
  let [parts, pings] = [0, 0];
  const parser = createParser({
    maxBufferSize: limits.eventCharacters,
    onEvent({ event, data }) {
      if (isPing(event, data)) pings++;
      else parts++;
      received += data.length;
      const read = received > limits.streamCharacters ? [tooLarge] : decoder.push(data);
      for (const each of read) events.push(each);
    },
    onComment: () => void pings++,
    onError({ type, line = '' }) {
      if (type === 'max-buffer-size-exceeded') events.push(tooLarge);
      else if (type === 'unknown-field' && stray.length < limits.errorBodyBytes) stray += `${line}\n`;
    },
  });
  return {
    feed(text) {
      events = [];
      const before = { parts, pings };
      parser.feed(text);
      // Once per packet, which holds hundreds of events when the stream is fast.
      if (parts > before.parts) watch.heard('event');
      else if (pings > before.pings) watch.heard('ping');
      return events;
    },
    strayError() {
      const body = parseJson(stray);
      return isJsonObject(body) && body.error ? explainStreamError(stray) : undefined;
    },
  };
}

const tooLarge: ModelEvent = { type: 'error', error: { type: 'reply_too_large' } };

function isPing(event: string | undefined, data: string): boolean {
  if (data.length > maxPingCharacters) return false;
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

/** Joins the deltas of one packet: passing each on costs more than parsing it. */
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

export function isLast({ type }: ModelEvent): boolean {
  return type === 'stop' || type === 'error';
}
