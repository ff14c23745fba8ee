/** The connection to one server: opened when it is needed, one at a time, and opened anew when it broke. */
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpState } from '#shared/mcp/mcp.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { Opened } from './negotiate-transport.ts';
import { fail, McpFailure, toError } from '../errors/failure.ts';
import type { Link } from './protocol-client.ts';

export type ConnectionPorts = {
  /** Opens a link; it tells of its end through `Live`. */
  open(live: Live, signal: AbortSignal): Promise<Opened>;
  /** Reads what the server offers, before the connection counts as ready. */
  welcome(opened: Opened, signal: AbortSignal): Promise<void>;
  /** Finds out more about a failure than the browser says. */
  explain(error: McpError): Promise<McpError>;
  onState(): void;
  now(): number;
};

/** What a link tells of its end: whoever opened it hears nothing of it any more once it is closed. */
export type Live = {
  /** A limit was broken: the server is not asked again soon. */
  broke(error: McpError): void;
  /** The session, or a stream that should last, is gone. */
  lost(): void;
};

export type Connection = {
  state(): McpState;
  /** Connected, or a failure that is thrown. */
  link(signal: AbortSignal): Promise<Link>;
  /** Does something once; a request that an expired session kept from being taken is made again in a new one. */
  use<T>(work: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Connects in the background, if it is neither connected nor trying. */
  wake(): void;
  /** Ends it; what is under way fails with `error`. */
  close(next: McpState, error: McpError): void;
};

type Session = { link: Link; broken?: McpError };

export function createConnection(ports: ConnectionPorts): Connection {
  let state: McpState = { type: 'idle' };
  let session: Session | undefined;
  let opening: { done: Promise<Session>; stop: AbortController } | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let readyAt = 0;

  function set(next: McpState): void {
    state = next;
    ports.onState();
  }

  function end(error?: McpError): void {
    clearTimeout(retry);
    const before = session;
    session = undefined;
    if (before && error) before.broken = error;
    void before?.link.close().catch(() => undefined);
  }

  function failed(error: McpError, isHostile: boolean): void {
    end(error);
    // A connection that lasted is no part of a series that fails.
    if (state.type === 'ready' && ports.now() - readyAt > mcpLimits.longestRetryMs) failures = 0;
    const mayHelp = passing.has(error.type) && failures < mcpLimits.retries;
    const delay = isHostile ? mcpLimits.longestRetryMs : delayAfter(failures++);
    if (error.type === 'needs_sign_in') return set({ type: 'needs_sign_in' });
    if (!mayHelp && !isHostile) return set({ type: 'failed', error });
    retry = setTimeout(() => void open().catch(() => undefined), delay);
    set({ type: 'failed', error, retryAt: ports.now() + delay });
  }

  function open(): Promise<Session> {
    if (opening) return opening.done;
    // Whoever still holds one that is switched off may ask what they want of it.
    if (state.type === 'off') return Promise.reject(fail('switched_off'));
    end();
    set({ type: 'connecting' });
    const stop = new AbortController();
    const done = begin(stop).finally(() => {
      if (opening?.stop === stop) opening = undefined;
    });
    opening = { done, stop };
    return done;
  }

  async function begin(stop: AbortController): Promise<Session> {
    let mine: Session | undefined;
    let isHostile = false;
    const isMine = () => mine !== undefined && mine === session;
    const live: Live = {
      broke(error) {
        isHostile = true;
        if (isMine()) failed(error, true);
        else stop.abort(new McpFailure(error));
      },
      lost: () => {
        if (isMine()) failed({ type: 'unreachable' }, false);
      },
    };
    try {
      const opened = await ports.open(live, stop.signal);
      mine = { link: opened.link };
      if (stop.signal.aborted) throw toThrow(stop.signal.reason);
      session = mine;
      await ports.welcome(opened, stop.signal);
      readyAt = ports.now();
      const { link, way } = opened;
      set({ type: 'ready', protocol: link.protocol, transport: way.transport, ...named(link) });
      return mine;
    } catch (error) {
      void mine?.link.close().catch(() => undefined);
      const isStopped = stop.signal.reason instanceof McpFailure && stop.signal.aborted;
      const first = isStopped ? toError(stop.signal.reason) : (mine?.broken ?? toError(error));
      const found = await ports.explain(first);
      // Not where it was switched off, removed or set up anew meanwhile, or has failed already.
      if (opening?.stop === stop && !mine?.broken) failed(found, isHostile);
      throw new McpFailure(found);
    }
  }

  async function live(signal: AbortSignal): Promise<Session> {
    return session && state.type === 'ready' ? session : until(open(), signal);
  }

  return {
    state: () => state,
    link: async (signal) => (await live(signal)).link,
    wake() {
      if (state.type === 'idle') void open().catch(() => undefined);
    },
    async use(work, signal) {
      const before = await live(signal);
      try {
        return await work(before.link);
      } catch (error) {
        const found = before.broken ?? toError(error);
        // Only then is it certain that nothing was done.
        const isForgotten = before.link.hasSession && isSessionError(found);
        if (!isForgotten || signal.aborted) throw await explained(found, before);
        if (before === session) end();
        return work((await until(open(), signal)).link);
      }
    },
    close(next, error) {
      opening?.stop.abort(new McpFailure(error));
      opening = undefined;
      failures = 0;
      end(error);
      set(next);
    },
  };

  async function explained(error: McpError, of: Session): Promise<McpFailure> {
    const found = await ports.explain(error);
    if (of === session && ending.has(found.type)) failed(found, false);
    return new McpFailure(found);
  }
}

/** What may be over in a while. */
const passing: ReadonlySet<McpError['type']> = new Set(['offline', 'unreachable', 'server_error', 'silent']);

/** What is wrong with a connection as a whole, and not with one request. */
const ending: ReadonlySet<McpError['type']> = new Set(['needs_sign_in', 'offline', 'unreachable', 'silent']);

function delayAfter(failures: number): number {
  return Math.min(mcpLimits.retryMs * 2 ** failures, mcpLimits.longestRetryMs);
}

/** A session that a server has forgotten: 404, or 400 in the words of many. */
function isSessionError({ status, detail = '' }: McpError): boolean {
  return (status === 404 || status === 400) && (status === 404 || /session/i.test(detail));
}

/** What a server calls itself is shown next to what we say of it. */
function named({ server: { name, version } }: Link): { server?: string; version?: string } {
  const [shownName, shownVersion] = [name, version].map((text = '') =>
    visibleText(text).replace(/\s+/g, ' ').trim().slice(0, 100).toWellFormed(),
  );
  return {
    ...(shownName ? { server: shownName } : {}),
    ...(shownVersion ? { version: shownVersion } : {}),
  };
}

/** The wait ends with the one who waits; what they waited for goes on for others. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) return Promise.reject(toThrow(signal.reason));
  return new Promise((resolve, reject) => {
    const leave = () => reject(toThrow(signal.reason));
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function toThrow(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
