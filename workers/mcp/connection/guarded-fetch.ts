/** The fetch that the protocol's library is given: our limits stand in front of it, because it buffers what comes. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { McpFailure } from '../errors/failure.ts';
import { meterEvents, meterMessage, type Meter } from './stream-meter.ts';

export type GuardPorts = {
  fetch: ConnectionFetch;
  /** Headers of the user, for this origin and no other. */
  headers: { origin: string; values: Readonly<Record<string, string>> };
  now(): number;
  /** What a GET is: the stream that only listens, which has no end, or a question like all others. */
  get: 'listens' | 'asks';
  /** Time in which the user is asked does not count. */
  isUserAsked(): boolean;
  /** A stream broke a limit; the library would ask for it again. */
  onLimit(error: McpError): void;
  /** The server does not know the session any more. */
  onSessionLost(): void;
  /** A place to listen, given back by what it returns; undefined where there is none. Absent: there are enough. */
  listen?(): Promise<(() => void) | undefined>;
};

/** As of a server that has no such stream. */
const nothingToHear = () => new Response(null, { status: 405 });

export function guardFetch(ports: GuardPorts): ConnectionFetch {
  let under = 0;
  /** The session in which the server took a listener. */
  let heardIn: string | null = null;
  const waiting: (() => void)[] = [];

  /** Who gives up leaves the line, and takes no place that others wait for. */
  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (under >= mcpLimits.requests)
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal?.reason instanceof Error ? signal.reason : new DOMException('', 'AbortError'));
        };
        waiting.push(turn);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    under++;
  }
  function leave(): void {
    under--;
    waiting.shift()?.();
  }

  return async (input, init = {}) => {
    const isListening = ports.get === 'listens' && (init.method ?? 'GET') === 'GET';
    const headers = withOwn(new Headers(init.headers), new URL(input), ports);
    // The older transport's only stream comes before any version is known, and a broken answer has to be resumed.
    const isExtra = isListening && headers.has('mcp-protocol-version') && !headers.has('last-event-id');
    const giveBack = isExtra && ports.listen ? await ports.listen() : () => undefined;
    if (!giveBack) return nothingToHear();
    if (!isListening) await enter(init.signal ?? undefined);
    const watch = watchTime(ports, isListening, init.signal ?? undefined);
    const finish = once(() => {
      watch.end();
      giveBack();
      if (!isListening) leave();
    });
    try {
      const response = await ports.fetch(input, { ...init, headers, signal: watch.signal });
      const session = isListening ? headers.get('mcp-session-id') : null;
      if (session !== null && response.ok) heardIn = session;
      // Where it was taken before, it is the session; a server that takes none has just no stream to listen to.
      const isRefused = response.status === 404 || response.status === 400;
      if (session !== null && session === heardIn && isRefused) ports.onSessionLost();
      return bounded(response, watch.signal, finish, ports);
    } catch (error) {
      finish();
      throw watch.reason() ?? error;
    }
  };
}

/** What the library sets itself goes before what the user set. */
function withOwn(headers: Headers, url: URL, { headers: own }: GuardPorts): Headers {
  if (url.origin !== own.origin) return headers;
  for (const [name, value] of Object.entries(own.values)) if (!headers.has(name)) headers.set(name, value);
  return headers;
}

type Watch = { signal: AbortSignal; reason(): McpFailure | undefined; end(): void };

/** An answer has its time; a stream that only listens has not. */
function watchTime(ports: GuardPorts, isListening: boolean, outer: AbortSignal | undefined): Watch {
  const own = new AbortController();
  let reason: McpFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = () =>
    (timer = setTimeout(() => {
      if (ports.isUserAsked()) return void arm();
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

/** The same response, whose body ends with a failure where it breaks a limit. */
function bounded(response: Response, signal: AbortSignal, finish: () => void, ports: GuardPorts): Response {
  if (!response.body) {
    finish();
    return response;
  }
  const isStream = response.ok && /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
  const meter = isStream ? meterEvents(ports.now) : meterMessage();
  const body = meteredBody(response.body, meter, signal, finish, ports);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function meteredBody(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  meter: Meter,
  signal: AbortSignal,
  finish: () => void,
  ports: GuardPorts,
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
        const broken = meter(value);
        if (broken === undefined) return controller.enqueue(value);
        const error: McpError = { type: broken };
        ports.onLimit(error);
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
