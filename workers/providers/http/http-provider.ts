/** Makes a provider of a format: sends a request, retries it with backoff, and reads the reply as server-sent events. */
// eventsource-parser: the SSE grammar with every odd line ending, in 1 kB.
import { createParser } from 'eventsource-parser';
import { isJsonObject, parseJson } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import * as limits from '#shared/limits.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Destination, ModelEvent, ModelRequest, ServerProvider } from '#workers/contracts/provider.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import {
  findObstacle,
  placeOf,
  send,
  type Exchange,
  type ProviderFormat,
  type StreamDecoder,
} from './exchange.ts';
import { explainNetworkError, explainStatus, retryDelaySeconds } from './http-errors.ts';
import { listModels } from './list-models.ts';
import { redact } from './redact.ts';
import { explainStreamError } from './stream-error.ts';
import { watchStream, type StreamWatch } from './stream-watch.ts';

/**
 * Added to the size of each call, because it also costs a card, a result and journal lines. About 2,000 calls
 * fill a reply.
 */
const charactersPerCall = 4_000;

const maxPingCharacters = 100;

/** Limits for reading a response to its end after a complete reply; a comment may still follow. */
const drainMs = 1_000;
const drainBytes = 16_384;

export function httpProvider(format: ProviderFormat): ServerProvider {
  return {
    definitions: format.definitions,
    ...(format.searchesTools ? { searchesTools: format.searchesTools } : {}),
    stream: (request, target, deps, signal) => streamReply(request, { format, target, deps, signal }),
    models: (target, deps, signal) => listModels({ format, target, deps, signal }),
  };
}

/** The only generator between the socket and the agent. */
async function* streamReply(request: ModelRequest, exchange: Exchange): AsyncIterable<ModelEvent> {
  const { deps, format, signal, target } = exchange;
  for (let retries = 0; ; retries++) {
    const attempt = startAttempt(request, exchange);
    let hasDelivered = false;
    let seconds: number | undefined;
    try {
      for (let events = await attempt.next(); events; events = await attempt.next())
        for (const event of events) {
          // After the first event a second attempt would repeat what was delivered.
          if (event.type === 'error' && !hasDelivered && format.adapt?.(event.error, target)) {
            seconds = 0;
            break;
          }
          if (event.type === 'error' && !hasDelivered && retries < limits.providerRetries)
            seconds = retryDelaySeconds(event.error, retries, deps.random());
          hasDelivered = true;
          yield event.type === 'error' && seconds !== undefined
            ? { type: 'retry', error: event.error, seconds }
            : event;
        }
    } finally {
      // Also when the consumer stops early: nothing more is downloaded.
      await attempt.close();
    }
    if (seconds === undefined || signal.aborted) return;
    await deps.wait(seconds * 1000, signal);
  }
}

type Attempt = {
  /** The events of the next packet, maybe none. Never throws; undefined after the last, or after an abort. */
  next(): Promise<readonly ModelEvent[] | undefined>;
  close(): Promise<void>;
};

/** One request. Its events end with one `stop` or one `error`, unless it is aborted. */
function startAttempt(request: ModelRequest, exchange: Exchange): Attempt {
  const { target, signal } = exchange;
  const timeout = new AbortController();
  // The timeout starts before the request, because a server may accept it and never begin to answer.
  const watch = watchStream(() => timeout.abort());
  const watched = { ...exchange, signal: AbortSignal.any([signal, timeout.signal]) };
  let reader: ReplyReader | undefined;
  let isOver = false;

  async function read(): Promise<readonly ModelEvent[] | undefined> {
    if (!reader) {
      const opened = await openStream(request, watched);
      if (!(opened instanceof Response)) return [{ type: 'error', error: opened }];
      reader = createReplyReader(opened, exchange.format.decoder(request), watch);
    }
    const events = await reader.read();
    return events?.map((event) =>
      event.type === 'error' ? { type: 'error', error: { ...placeOf(target), ...event.error } } : event,
    );
  }

  async function explain(error: unknown): Promise<ModelError> {
    if (timeout.signal.aborted) return { type: 'silent', ...placeOf(target) };
    // A server that began to answer allows this page, so it is no CORS problem: the connection broke.
    if (reader) return { type: 'broken_stream', ...placeOf(target) };
    return explainNetworkError(error, exchange);
  }

  return {
    async next() {
      if (isOver) return undefined;
      let events: readonly ModelEvent[] | undefined;
      try {
        events = await read();
      } catch (error) {
        isOver = true;
        if (signal.aborted) return undefined;
        events = [{ type: 'error', error: await explain(error) }];
      }
      isOver ||= events === undefined || events.some(isLast);
      return events?.map((event) => (event.type === 'error' ? redacted(event, exchange) : event));
    },
    async close() {
      watch.stop();
      await reader?.cancel();
    },
  };
}

function isLast({ type }: ModelEvent): boolean {
  return type === 'stop' || type === 'error';
}

/** A server may repeat the key in its error. */
function redacted({ error }: ModelEvent & { type: 'error' }, { target }: Exchange): ModelEvent {
  return {
    type: 'error',
    error: error.detail ? { ...error, detail: redact(error.detail, target) } : error,
  };
}

/** Sends the request. Returns the response if it streams events, otherwise the error. */
async function openStream(request: ModelRequest, exchange: Exchange): Promise<Response | ModelError> {
  const { format, target } = exchange;
  const obstacle = findObstacle(exchange);
  if (obstacle) return obstacle;
  const response = await send(format.request(request, target), exchange);
  if (!response.ok) return explainStatus(response, target);
  const type = response.headers.get('content-type');
  // Some servers send no content type at all; a JSON or HTML page is something else.
  if (type === null || !/json|html/i.test(type)) return response;
  return explainPage(response, type, target);
}

/** Some gateways answer an error with the status 200, or do not stream although they were asked to. */
async function explainPage(response: Response, type: string, target: Destination): Promise<ModelError> {
  const { bytes } = await readBounded(response.body, limits.errorBodyBytes, limits.errorBodyMs);
  const text = new TextDecoder().decode(bytes);
  const body = parseJson(text);
  const hasError = isJsonObject(body) && (isJsonObject(body.error) || typeof body.error === 'string');
  return hasError
    ? { ...explainStreamError(text), ...placeOf(target) }
    : { type: 'malformed', detail: type, ...placeOf(target) };
}

/** `read` gives the events of the next packet, and undefined after the last. */
type ReplyReader = { read(): Promise<readonly ModelEvent[] | undefined>; cancel(): Promise<void> };

/** Reads the response packet by packet, up to the most that a reply may hold. */
function createReplyReader(response: Response, decoder: StreamDecoder, watch: StreamWatch): ReplyReader {
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
      if (packet?.value) return bound(parse(text.decode(packet.value, { stream: true })));
      // Some servers send the last event without the blank line that ends it.
      const last = bound(parse('\n\n'));
      const end = bound(decoder.end());
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

/** The model events in a piece of the stream; an incomplete SSE event waits for the next piece. */
function createEventParser(decoder: StreamDecoder, watch: StreamWatch): (text: string) => ModelEvent[] {
  let events: ModelEvent[] = [];
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
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') events.push(tooLarge);
    },
  });
  return (text) => {
    events = [];
    const before = { parts, pings };
    parser.feed(text);
    // Once per packet, which holds hundreds of events when the stream is fast.
    if (parts > before.parts) watch.heard('event');
    else if (pings > before.pings) watch.heard('ping');
    return events;
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
