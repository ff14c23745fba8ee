/** Makes a provider of a format: sends a request, retries it with backoff, and reads the reply as server-sent events. */
import { isJsonObject, parseJson } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type {
  Destination,
  ModelEvent,
  ModelRequest,
  ProviderTarget,
  ServerProvider,
} from '#workers/contracts/provider.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import { findObstacle, placeOf, send, type Exchange, type ProviderFormat } from './exchange.ts';
import { explainNetworkError, explainStatus, retryDelaySeconds } from './http-errors.ts';
import type { TextRequest } from '../as-text.ts';
import { learn, withWays } from '../learned-ways.ts';
import { commonWays, newWays } from './learn-ways.ts';
import { listModels } from './list-models.ts';
import { redact } from './redact.ts';
import { createReplyReader, isLast, type ReplyReader } from './reply-reader.ts';
import { explainStreamError } from './stream-error.ts';
import { watchStream } from './stream-watch.ts';

export function httpProvider(format: ProviderFormat): ServerProvider {
  return {
    definitions: format.definitions,
    ...(format.searchesTools ? { searchesTools: format.searchesTools } : {}),
    stream: (request, target, deps, signal) => streamReply(request, { format, target, deps, signal }),
    models: (target, deps, signal) => listModels({ format, target, deps, signal }),
  };
}

/** The only generator between the socket and the agent. */
async function* streamReply(request: ModelRequest, given: Exchange): AsyncIterable<ModelEvent> {
  const { deps, signal } = given;
  for (let retries = 0; ; retries++) {
    const exchange = { ...given, target: withWays(given.target) };
    const attempt = startAttempt(request, exchange);
    let hasDelivered = false;
    let seconds: number | undefined;
    try {
      for (let events = await attempt.next(); events; events = await attempt.next())
        for (const event of events) {
          // After the first event a second attempt would repeat what was delivered.
          if (event.type === 'error' && !hasDelivered && learnFrom(event.error, request, exchange, given)) {
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

/** Whether the same request can be built in another way now. */
function learnFrom(error: ModelError, request: ModelRequest, used: Exchange, given: Exchange): boolean {
  const { format, target } = used;
  const taught = commonWays(error, request) ?? format.adapt?.(error, request, target);
  const ways = newWays(taught, given.target, target);
  if (!ways) return false;
  learn(target, ways);
  // Without the service's search other tools are offered: the agent asks again.
  return ways.searchesTools === undefined;
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
  let text: TextRequest | undefined;
  let isOver = false;

  async function read(): Promise<readonly ModelEvent[] | undefined> {
    if (!reader) {
      text = await textRequest(request, target);
      const opened = await openStream(text?.request ?? request, watched);
      if (!(opened instanceof Response)) return [{ type: 'error', error: opened }];
      reader = createReplyReader(opened, exchange.format.decoder(request, target), watch);
    }
    const received = await reader.read();
    const events = text ? received?.flatMap(text.read) : received;
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

/** The code loads where a server needs it. */
async function textRequest(request: ModelRequest, target: ProviderTarget): Promise<TextRequest | undefined> {
  const { toolStyle, systemRole } = target.traits;
  if (toolStyle !== 'text' && systemRole !== 'user') return undefined;
  return (await import('../as-text.ts')).asText(request, target);
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
