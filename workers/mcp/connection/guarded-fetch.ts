/**
 * Wraps the `fetch` that the MCP library uses: limits the size, duration and number of responses, because the
 * library buffers them.
 */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { createSemaphore, type Semaphore } from '#shared/semaphore.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { McpFailure } from '../errors/failure.ts';
import { meterEvents, meterMessage, type Meter } from './stream-meter.ts';

export type GuardDeps = {
  fetch: ConnectionFetch;
  /** Headers of the user, sent to this origin only. */
  headers: { origin: string; values: Readonly<Record<string, string>> };
  now(): number;
  /** `listens`: a GET opens the endless stream of server messages; `asks`: a GET is an ordinary request. */
  get: 'listens' | 'asks';
  /** True while the user is being asked; no time limit runs then. */
  isUserAsked(): boolean;
  /** Called when a stream exceeds a limit; without closing the connection, the library would reconnect. */
  onLimit(error: McpError): void;
  /** Called when the server no longer knows the session. */
  onSessionLost(): void;
  /**
   * Acquires a slot for a listening stream and returns its release; undefined if all slots are taken. Absent:
   * no limit.
   */
  listen?(): Promise<(() => void) | undefined>;
};

/** For requests that do not belong to a connection. */
export const withoutConnection = {
  isUserAsked: () => false,
  onLimit: () => undefined,
  onSessionLost: () => undefined,
} satisfies Partial<GuardDeps>;

/** The response of a server that has no listening stream. */
const noStream = () => new Response(null, { status: 405 });

export function guardFetch(deps: GuardDeps): ConnectionFetch {
  const semaphore = createSemaphore(mcpLimits.requests);
  /** The id of the session in which the server last accepted a listening stream. */
  let heardIn: string | null = null;

  function checkSession(session: string | null, { ok, status }: Response): void {
    if (session === null) return;
    if (ok) heardIn = session;
    // If the server accepted a stream in this session before and rejects it now, the session is lost.
    if (session === heardIn && (status === 404 || status === 400)) deps.onSessionLost();
  }

  return async (input, init = {}) => {
    const isListening = deps.get === 'listens' && (init.method ?? 'GET') === 'GET';
    const headers = withUserHeaders(new Headers(init.headers), new URL(input), deps);
    const releaseSlot = await takeSlot(isListening, headers, deps);
    if (!releaseSlot) return noStream();
    const signal = init.signal ?? undefined;
    const release = isListening ? () => undefined : await takePermit(semaphore, signal);
    const watch = watchTime(deps, isListening, signal);
    const finish = once(() => {
      watch.end();
      releaseSlot();
      release();
    });
    try {
      const response = await deps.fetch(input, { ...init, headers, signal: watch.signal });
      checkSession(isListening ? headers.get('mcp-session-id') : null, response);
      return limitBody(response, watch.signal, finish, deps);
    } catch (error) {
      finish();
      throw watch.reason() ?? error;
    }
  };
}

/**
 * Only an optional listening stream needs a slot; not the stream of the SSE transport, and not one that is
 * resumed.
 */
async function takeSlot(
  isListening: boolean,
  headers: Headers,
  { listen }: GuardDeps,
): Promise<(() => void) | undefined> {
  const isExtra = isListening && headers.has('mcp-protocol-version') && !headers.has('last-event-id');
  return isExtra && listen ? listen() : () => undefined;
}

/** @returns the function that releases the permit */
async function takePermit(semaphore: Semaphore, signal: AbortSignal | undefined): Promise<() => void> {
  if (await semaphore.acquire(signal)) return () => semaphore.release();
  throw signal?.reason instanceof Error ? signal.reason : new DOMException('', 'AbortError');
}

/** Headers that the library sets take precedence over the user's. */
function withUserHeaders(headers: Headers, url: URL, { headers: own }: GuardDeps): Headers {
  if (url.origin !== own.origin) return headers;
  for (const [name, value] of Object.entries(own.values)) if (!headers.has(name)) headers.set(name, value);
  return headers;
}

type Watch = { signal: AbortSignal; reason(): McpFailure | undefined; end(): void };

/** Aborts a request after `streamMs` milliseconds; a listening stream has no limit. */
function watchTime(deps: GuardDeps, isListening: boolean, outer: AbortSignal | undefined): Watch {
  const own = new AbortController();
  let reason: McpFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = () =>
    (timer = setTimeout(() => {
      if (deps.isUserAsked()) return void arm();
      reason = new McpFailure({ type: 'timeout' });
      own.abort(reason);
    }, mcpLimits.streamMs));
  if (!isListening) arm();
  return {
    signal: outer ? AbortSignal.any([outer, own.signal]) : own.signal,
    reason: () => reason,
    end: () => clearTimeout(timer),
  };
}

/** A response with such a status cannot be created anew with a body (https://fetch.spec.whatwg.org/#null-body-status). */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** The same response with a body that fails when it exceeds a limit. */
function limitBody(response: Response, signal: AbortSignal, finish: () => void, deps: GuardDeps): Response {
  if (!response.body || withoutBody.has(response.status)) {
    finish();
    return response;
  }
  const isStream = response.ok && /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
  const meter = isStream ? meterEvents(deps.now) : meterMessage();
  const body = meteredBody(response.body, meter, signal, finish, deps);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function meteredBody(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  meter: Meter,
  signal: AbortSignal,
  finish: () => void,
  deps: GuardDeps,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          finish();
          return controller.close();
        }
        const exceeded = meter(value);
        if (exceeded === undefined) return controller.enqueue(value);
        const error: McpError = { type: exceeded };
        deps.onLimit(error);
        throw new McpFailure(error);
      } catch (error) {
        finish();
        void reader.cancel().catch(() => undefined);
        controller.error(signal.reason instanceof McpFailure ? signal.reason : error);
      }
    },
    async cancel(reason) {
      finish();
      await reader.cancel(reason);
    },
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
