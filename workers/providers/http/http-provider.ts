/** What all HTTP wires share: fetch, abort, retry and the reading of failures. */
import type { Json } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import type { ModelError, ModelListResult } from '#shared/models/provider.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import { decodeEvents } from './event-stream.ts';
import { explainNetworkError, explainStatus, retryDelaySeconds } from './http-errors.ts';
import type {
  ModelEvent,
  ModelRequest,
  Provider,
  ProviderPorts,
  ProviderTarget,
} from '#workers/contracts/provider.ts';
import { redact } from './redact.ts';
import { watchStream } from './stream-watch.ts';

export type WireRequest = { url: string; headers: Record<string, string>; body?: string };

/**
 * Contract: pure. `push` takes the data of one SSE event; `end` is called when the stream is over. The detail of an error
 * is all that the server said: a key that lies across a cut could not be found any more.
 */
export type WireDecoder = { push(data: string): ModelEvent[]; end(): ModelEvent[] };

/** Contract: two pure functions and the model list; headers are exactly those of the wire's frozen list. */
export type Wire = {
  request(request: ModelRequest, target: ProviderTarget): WireRequest;
  decoder(): WireDecoder;
  modelsRequest(target: ProviderTarget): WireRequest;
  /** The model ids in the reply, or undefined where it has another shape. */
  modelIds(reply: Json): string[] | undefined;
  /** Where the list comes in pages: the request for the one after this. */
  nextModelsRequest?(reply: Json, target: ProviderTarget): WireRequest | undefined;
};

/** A server that always names one more page is not followed for ever. */
const mostModelPages = 20;

export function httpProvider(wire: Wire): Provider {
  return {
    stream: (request, target, ports, signal) => streamWithRetry(wire, request, target, ports, signal),
    models: (target, ports, signal) => listModels(wire, target, ports, signal),
  };
}

async function* streamWithRetry(
  wire: Wire,
  request: ModelRequest,
  target: ProviderTarget,
  ports: ProviderPorts,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  for (let attempt = 0; ; attempt++) {
    let delivered = false;
    let seconds: number | undefined;
    for await (const event of streamOnce(wire, request, target, ports, signal)) {
      if (event.type === 'error' && !delivered && attempt < limits.providerRetries) {
        seconds = retryDelaySeconds(event.error, attempt, ports.random());
      }
      // Once something was delivered a second attempt would say it twice.
      delivered = true;
      yield event.type === 'error' && seconds !== undefined
        ? { type: 'retry', error: event.error, seconds }
        : event;
    }
    if (seconds === undefined || signal.aborted) return;
    await ports.wait(seconds * 1000, signal);
  }
}

/** Ends with one `stop` or one `error`; silent after an abort. */
async function* streamOnce(
  wire: Wire,
  request: ModelRequest,
  target: ProviderTarget,
  ports: ProviderPorts,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const lost = new AbortController();
  const both = AbortSignal.any([signal, lost.signal]);
  // From here on: a server may as well take the request and never begin to answer.
  const watch = watchStream(() => lost.abort());
  let answered = false;
  try {
    const opened = await openStream(wire, request, target, ports, both);
    answered = opened instanceof Response;
    const events =
      opened instanceof Response ? decodeEvents(opened, wire.decoder(), watch) : [failed(opened)];
    for await (const event of events)
      yield event.type === 'error' ? failed({ ...where(target), ...event.error }) : event;
  } catch (error) {
    if (signal.aborted) return;
    if (lost.signal.aborted) yield failed({ type: 'silent', ...where(target) });
    // A server that had begun to answer admits web pages: the connection broke.
    else if (answered) yield failed({ type: 'broken_stream', ...where(target) });
    else yield failed(await explainNetworkError(error, target, ports, signal));
  } finally {
    watch.stop();
  }

  /** Whatever the server said, the key is cut out of it before it goes anywhere. */
  function failed(error: ModelError): ModelEvent & { type: 'error' } {
    return {
      type: 'error',
      error: error.detail ? { ...error, detail: redact(error.detail, target) } : error,
    };
  }
}

/** A response that streams events, or why there is none. */
async function openStream(
  wire: Wire,
  request: ModelRequest,
  target: ProviderTarget,
  ports: ProviderPorts,
  signal: AbortSignal,
): Promise<Response | ModelError> {
  if (target.isLocked) return { type: 'locked', ...where(target) };
  if (!URL.canParse(target.baseUrl)) return { type: 'bad_url', detail: target.baseUrl };
  const response = await send(wire.request(request, target), ports, signal);
  if (!response.ok) return explainStatus(response, target);
  if (isEventStream(response)) return response;
  await response.body?.cancel();
  return { type: 'malformed', detail: response.headers.get('content-type') ?? '', ...where(target) };
}

async function listModels(
  wire: Wire,
  target: ProviderTarget,
  ports: ProviderPorts,
  signal: AbortSignal,
): Promise<ModelListResult> {
  try {
    if (target.isLocked) return { ok: false, error: { type: 'locked', ...where(target) } };
    if (!URL.canParse(target.baseUrl))
      return { ok: false, error: { type: 'bad_url', detail: target.baseUrl } };
    return await readModelPages(wire, target, ports, AbortSignal.any([signal, AbortSignal.timeout(15_000)]));
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, error: { type: 'malformed', ...where(target) } };
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { ok: false, error: { type: 'silent', ...where(target) } };
    return { ok: false, error: await explainNetworkError(error, target, ports, signal) };
  }
}

async function readModelPages(
  wire: Wire,
  target: ProviderTarget,
  ports: ProviderPorts,
  signal: AbortSignal,
): Promise<ModelListResult> {
  const models: string[] = [];
  let next: WireRequest | undefined = wire.modelsRequest(target);
  for (let page = 0; next && page < mostModelPages; page++) {
    const response = await send(next, ports, signal);
    if (!response.ok) return { ok: false, error: await explainStatus(response, target) };
    const { bytes } = await readBounded(response.body, 5_000_000);
    const reply = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const ids = wire.modelIds(reply);
    if (!ids) return { ok: false, error: { type: 'malformed', ...where(target) } };
    models.push(...ids);
    next = wire.nextModelsRequest?.(reply, target);
  }
  return { ok: true, models };
}

/** The key goes to its own origin only: a redirect is an error, never followed with the key in hand. */
function send(
  { url, headers, body }: WireRequest,
  ports: ProviderPorts,
  signal: AbortSignal,
): Promise<Response> {
  return ports.fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'error',
  });
}

function isEventStream(response: Response): boolean {
  const type = response.headers.get('content-type');
  // Some servers forget the type altogether; a JSON or HTML page is something else.
  return type === null || !/json|html/i.test(type);
}

function where({ baseUrl, model }: ProviderTarget): { host: string; model: string } {
  return { host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl, model };
}
