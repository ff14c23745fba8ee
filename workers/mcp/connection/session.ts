/**
 * The connection to one server: opened at first use, at most one at a time, reopened with backoff after a
 * failure.
 */
import { visibleName } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpState } from '#shared/mcp/mcp.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { fail, McpFailure, toError, asError } from '../errors/failure.ts';
import type { Link } from './link.ts';
import type { Opened } from './negotiate-transport.ts';

export type ConnectionDeps = {
  /** Opens a link, which reports its end through `Live`. */
  open(live: LinkEvents, signal: AbortSignal): Promise<Opened>;
  /** Loads the server's tools and capabilities before the connection counts as ready. */
  welcome(opened: Opened, signal: AbortSignal): Promise<void>;
  /** Finds a more precise cause than the browser reports. */
  explain(error: McpError): Promise<McpError>;
  onState(): void;
  now(): number;
};

/** Callbacks by which a link reports its end. Those of a link that is no longer current are ignored. */
export type LinkEvents = {
  /** A limit was exceeded; the next attempt waits for the maximum delay. */
  broke(error: McpError): void;
  /** The session or a long-lived stream was lost. */
  lost(): void;
};

export type Connection = {
  state(): McpState;
  /** The open link; throws `McpFailure`. */
  link(signal: AbortSignal): Promise<Link>;
  /**
   * Runs `work` once. It is repeated, in a new session, only if the server rejected it because the session
   * had expired.
   */
  use<T>(work: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Connects in the background, if idle. */
  wake(): void;
  /** Ends the connection; running calls fail with `error`. */
  close(next: 'idle' | 'off', error: McpError): void;
};

/** `broken`: why it ended, for the calls that were running. */
type Session = { link: Link; broken?: McpError };

/**
 * One attempt to connect. `session` is set once the link is open, while the server's capabilities are loaded.
 */
type Attempt = { stop: AbortController; session?: Session; isHostile: boolean };

type Phase =
  | { type: 'idle' }
  /** Switched off by the user. */
  | { type: 'off' }
  | { type: 'opening'; attempt: Attempt; done: Promise<Session> }
  | { type: 'ready'; session: Session; transport: Opened['way']['transport']; since: number }
  | { type: 'failed'; error: McpError; retry?: { at: number; timer: ReturnType<typeof setTimeout> } };

type Machine = {
  deps: ConnectionDeps;
  phase: Phase;
  /** Consecutive failures; determines the backoff. */
  failures: number;
};

export function createConnection(deps: ConnectionDeps): Connection {
  const machine: Machine = { deps, phase: { type: 'idle' }, failures: 0 };
  return {
    state: () => toState(machine.phase),
    link: async (signal) => (await current(machine, signal)).link,
    wake() {
      if (machine.phase.type === 'idle') void open(machine).catch(() => undefined);
    },
    use: (work, signal) => use(machine, work, signal),
    close(type, error) {
      const { phase } = machine;
      if (phase.type === 'opening') phase.attempt.stop.abort(new McpFailure(error));
      machine.failures = 0;
      transition(machine, { type }, error);
    },
  };
}

/**
 * The only place that changes the phase. Releases what the old phase held; `error` is the error of the calls
 * of its session.
 */
function transition(machine: Machine, next: Phase, error?: McpError): void {
  const { phase } = machine;
  if (phase.type === 'failed') clearTimeout(phase.retry?.timer);
  const session = sessionOf(phase);
  if (session && session !== sessionOf(next)) {
    if (error) session.broken = error;
    void session.link.close().catch(() => undefined);
  }
  machine.phase = next;
  machine.deps.onState();
}

function sessionOf(phase: Phase): Session | undefined {
  if (phase.type === 'opening') return phase.attempt.session;
  return phase.type === 'ready' ? phase.session : undefined;
}

function current(machine: Machine, signal: AbortSignal): Promise<Session> {
  const { phase } = machine;
  return phase.type === 'ready' ? Promise.resolve(phase.session) : until(open(machine), signal);
}

/** Joins a running attempt, or starts one. */
function open(machine: Machine): Promise<Session> {
  const { phase } = machine;
  if (phase.type === 'opening') return phase.done;
  if (phase.type === 'off') return Promise.reject(fail('switched_off'));
  const attempt: Attempt = { stop: new AbortController(), isHostile: false };
  // Starts in the next microtask, because the attempt reads the phase that is set below.
  const done = Promise.resolve().then(() => establish(machine, attempt));
  transition(machine, { type: 'opening', attempt, done });
  return done;
}

async function establish(machine: Machine, attempt: Attempt): Promise<Session> {
  const { deps } = machine;
  const { stop } = attempt;
  try {
    const opened = await deps.open(liveOf(machine, attempt), stop.signal);
    const session: Session = { link: opened.link };
    attempt.session = session;
    if (stop.signal.aborted) throw asError(stop.signal.reason);
    await deps.welcome(opened, stop.signal);
    if (!isCurrent(machine, attempt)) throw new McpFailure(session.broken ?? { type: 'cancelled' });
    const { transport } = opened.way;
    transition(machine, { type: 'ready', session, transport, since: deps.now() });
    return session;
  } catch (error) {
    const { session } = attempt;
    void session?.link.close().catch(() => undefined);
    const stopped = stop.signal.reason instanceof McpFailure ? stop.signal.reason.error : undefined;
    const given = stopped ?? session?.broken ?? toError(error);
    // It began a session in a header that the page could not read.
    const isHidden = session && !session.link.hasSession && !session.link.isModern && isSessionError(given);
    const found = await deps.explain(isHidden ? { ...given, type: 'session_not_exposed' } : given);
    // Not if the server was switched off, removed or reconfigured, or failed, in the meantime.
    if (isCurrent(machine, attempt)) breakOff(machine, found, attempt.isHostile);
    throw new McpFailure(found);
  }
}

function liveOf(machine: Machine, attempt: Attempt): LinkEvents {
  const isOpen = () => attempt.session !== undefined && attempt.session === sessionOf(machine.phase);
  return {
    broke(error) {
      attempt.isHostile = true;
      if (isOpen()) breakOff(machine, error, true);
      else attempt.stop.abort(new McpFailure(error));
    },
    lost() {
      if (isOpen()) breakOff(machine, { type: 'unreachable' }, false);
    },
  };
}

function isCurrent({ phase }: Machine, attempt: Attempt): boolean {
  return phase.type === 'opening' && phase.attempt === attempt;
}

/** Ends the connection with an error, and schedules the next attempt if one may succeed. */
function breakOff(machine: Machine, error: McpError, isHostile: boolean): void {
  const { deps, phase } = machine;
  // A long connection resets the backoff.
  if (phase.type === 'ready' && deps.now() - phase.since > mcpLimits.longestRetryMs) machine.failures = 0;
  const mayHelp = transientErrors.has(error.type) && machine.failures < mcpLimits.retries;
  const delay = isHostile ? mcpLimits.longestRetryMs : backoff(machine.failures++);
  if (error.type === 'needs_sign_in' || (!mayHelp && !isHostile))
    return transition(machine, { type: 'failed', error }, error);
  const timer = setTimeout(() => void open(machine).catch(() => undefined), delay);
  transition(machine, { type: 'failed', error, retry: { at: deps.now() + delay, timer } }, error);
}

/** Transient errors, which may succeed on a later attempt. */
const transientErrors: ReadonlySet<McpError['type']> = new Set([
  'offline',
  'unreachable',
  'server_error',
  'silent',
]);

/** Errors that affect the whole connection, not only one request. */
const connectionErrors: ReadonlySet<McpError['type']> = new Set([
  'needs_sign_in',
  'offline',
  'unreachable',
  'silent',
]);

/** Milliseconds; doubles with each failure. */
function backoff(failures: number): number {
  return Math.min(mcpLimits.retryMs * 2 ** failures, mcpLimits.longestRetryMs);
}

async function use<T>(machine: Machine, work: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T> {
  const session = await current(machine, signal);
  try {
    return await work(session.link);
  } catch (error) {
    const found = session.broken ?? toError(error);
    const isExpired = session.link.hasSession && isSessionError(found);
    if (isExpired && !signal.aborted) return work((await reopen(machine, session, signal)).link);
    const explained = await machine.deps.explain(found);
    if (session === sessionOf(machine.phase) && connectionErrors.has(explained.type))
      breakOff(machine, explained, false);
    if (explained.type === 'server_error' && session === sessionOf(machine.phase))
      void verify(machine, session);
    throw new McpFailure(explained);
  }
}

/**
 * Opens a new session in place of an expired one, or returns the one that another call has opened meanwhile.
 */
function reopen(machine: Machine, expired: Session, signal: AbortSignal): Promise<Session> {
  return expired === sessionOf(machine.phase) ? until(open(machine), signal) : current(machine, signal);
}

/**
 * True if the server rejected the request because it does not know the session, as after a restart: by its status, or
 * by a message about the session or the handshake.
 */
function isSessionError({ status = 0, detail = '' }: McpError): boolean {
  if (status === 404 || status === 410) return true;
  return [400, 422, 500].includes(status) && /session|initiali[sz]/i.test(detail);
}

/** After a server error, the connection counts as ready only if the server still answers. */
async function verify(machine: Machine, session: Session): Promise<void> {
  try {
    await session.link.tools(AbortSignal.timeout(mcpLimits.answerMs));
  } catch (error) {
    const { type } = toError(error);
    if (session === sessionOf(machine.phase) && transientErrors.has(type))
      breakOff(machine, toError(error), false);
  }
}

function toState(phase: Phase): McpState {
  switch (phase.type) {
    case 'idle':
    case 'off':
      return { type: phase.type };
    case 'opening':
      return { type: 'connecting' };
    case 'ready': {
      const { link } = phase.session;
      return { type: 'ready', protocol: link.protocol, transport: phase.transport, ...shownServer(link) };
    }
    case 'failed':
      if (phase.error.type === 'needs_sign_in') return { type: 'needs_sign_in' };
      return { type: 'failed', error: phase.error, ...(phase.retry ? { retryAt: phase.retry.at } : {}) };
  }
}

/** The server's own name and version, cleaned for display. */
function shownServer({ server: { name, version } }: Link): { server?: string; version?: string } {
  const [shownName, shownVersion] = [name, version].map((text = '') =>
    visibleName(text).slice(0, 100).toWellFormed(),
  );
  return {
    ...(shownName ? { server: shownName } : {}),
    ...(shownVersion ? { version: shownVersion } : {}),
  };
}

/** Rejects when `signal` aborts; the shared work continues for other callers. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) return Promise.reject(asError(signal.reason));
  return new Promise((resolve, reject) => {
    const leave = () => reject(asError(signal.reason));
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
