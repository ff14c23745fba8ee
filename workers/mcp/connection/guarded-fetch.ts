/** The fetch given to the protocol's library, which buffers answers: limits their size, their time and their number. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { McpFailure } from '../errors/failure.ts';
import { meterEvents, meterMessage, type Meter } from './stream-meter.ts';

export type GuardDeps = {
  fetch: ConnectionFetch;
  /** Headers of the user, sent to this origin only. */
  headers: { origin: string; values: Readonly<Record<string, string>> };
  now(): number;
  /** `listens`: a GET is the endless stream of the server's messages; `asks`: a request like others. */
  get: 'listens' | 'asks';
  /** While the user is asked something, no time limit runs. */
  isUserAsked(): boolean;
  /** A stream exceeded a limit; the library would reconnect to it. */
  onLimit(error: McpError): void;
  /** The server has forgotten the session. */
  onSessionLost(): void;
  /** Takes a slot to listen, released by what it returns; undefined where all are taken. Absent: no limit. */
  listen?(): Promise<(() => void) | undefined>;
};

/** For requests beside a connection. */
export const unwatched = {
  isUserAsked: () => false,
  onLimit: () => undefined,
  onSessionLost: () => undefined,
} satisfies Partial<GuardDeps>;

/** The answer of a server without such a stream. */
const noStream = () => new Response(null, { status: 405 });

export function guardFetch(deps: GuardDeps): ConnectionFetch {
  const semaphore = createSemaphore(mcpLimits.requests);
  /** The session in which the server accepted a listener. */
  let heardIn: string | null = null;

  function checkSession(session: string | null, { ok, status }: Response): void {
    if (session === null) return;
    if (ok) heardIn = session;
    // A server that accepted a listener in this session and now refuses it has lost the session.
    if (session === heardIn && (status === 404 || status === 400)) deps.onSessionLost();
  }

  return async (input, init = {}) => {
    const isListening = deps.get === 'listens' && (init.method ?? 'GET') === 'GET';
    const headers = withUserHeaders(new Headers(init.headers), new URL(input), deps);
    const releaseSlot = await takeSlot(isListening, headers, deps);
    if (!releaseSlot) return noStream();
    const signal = init.signal ?? undefined;
    const release = isListening ? () => undefined : await semaphore.acquire(signal);
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

/** Only a stream that a connection can do without needs a slot: not the SSE transport's, nor one that is resumed. */
async function takeSlot(
  isListening: boolean,
  headers: Headers,
  { listen }: GuardDeps,
): Promise<(() => void) | undefined> {
  const isExtra = isListening && headers.has('mcp-protocol-version') && !headers.has('last-event-id');
  return isExtra && listen ? listen() : () => undefined;
}

type Semaphore = { acquire(signal: AbortSignal | undefined): Promise<() => void> };

/** Waiters are served in order; one whose signal aborts leaves the queue. */
function createSemaphore(most: number): Semaphore {
  let count = 0;
  const waiting: (() => void)[] = [];

  function release(): void {
    count--;
    waiting.shift()?.();
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new DOMException('', 'AbortError'));
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      if (count >= most) await wait(signal);
      count++;
      return release;
    },
  };
}

/** The library's own headers win. */
function withUserHeaders(headers: Headers, url: URL, { headers: own }: GuardDeps): Headers {
  if (url.origin !== own.origin) return headers;
  for (const [name, value] of Object.entries(own.values)) if (!headers.has(name)) headers.set(name, value);
  return headers;
}

type Watch = { signal: AbortSignal; reason(): McpFailure | undefined; end(): void };

/** Aborts a request after `streamMs`; a stream that only listens has no limit. */
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

/** The same response, whose body fails where it exceeds a limit. */
function limitBody(response: Response, signal: AbortSignal, finish: () => void, deps: GuardDeps): Response {
  if (!response.body) {
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
