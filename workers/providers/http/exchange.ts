/** One exchange with a model service over HTTP: the format it speaks, where it goes, and how a request is sent. */
import type { Json } from '#shared/json.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { ModelWays } from '#shared/models/ways.ts';
import type {
  Destination,
  ModelEvent,
  ModelRequest,
  ProviderDeps,
  ProviderTarget,
  ServerProvider,
} from '#workers/contracts/provider.ts';

export type HttpRequest = { url: string; headers: Record<string, string>; body?: string };

/**
 * Contract: pure. `push` takes the data of one SSE event; `end` is called when the stream is over. The detail of an
 * error is the server's whole text: the key is removed from it later, and could not be found in a part of it.
 */
export type StreamDecoder = { push(data: string): ModelEvent[]; end(): ModelEvent[] };

/**
 * The differences between provider formats. Contract: pure; the headers are exactly those of the format's
 * fixed list, because any other fails the CORS preflight.
 */
export type ProviderFormat = Pick<ServerProvider, 'definitions' | 'searchesTools'> & {
  request(request: ModelRequest, target: ProviderTarget): HttpRequest;
  decoder(request: ModelRequest, target: ProviderTarget): StreamDecoder;
  /**
   * What the error teaches about this address and model, besides `commonWays`: the request is then built so and sent again
   * at once.
   */
  adapt?(error: ModelError, request: ModelRequest, target: ProviderTarget): ModelWays | undefined;
  modelsRequest(target: ProviderTarget): HttpRequest;
  /** The model ids in the reply, or undefined where it has another shape. */
  modelIds(reply: Json): string[] | undefined;
  /** The request for the next page if the list is paginated; undefined after the last page. */
  nextModelsRequest?(reply: Json, target: ProviderTarget): HttpRequest | undefined;
};

export type Exchange = {
  format: ProviderFormat;
  target: ProviderTarget;
  deps: ProviderDeps;
  signal: AbortSignal;
};

/** The error if the request cannot be sent at all. */
export function findObstacle({ target }: Exchange): ModelError | undefined {
  if (target.isLocked) return { type: 'locked', ...placeOf(target) };
  return URL.canParse(target.baseUrl) ? undefined : { type: 'bad_url', detail: target.baseUrl };
}

/** The key goes to its own origin only: a redirect is an error, because fetch would send the key along. */
export function send({ url, headers, body }: HttpRequest, { deps, signal }: Exchange): Promise<Response> {
  return deps.fetch(url, {
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

/** Host and model, for error messages. */
export function placeOf({ baseUrl, model }: Destination): { host: string; model: string } {
  return { host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl, model };
}
