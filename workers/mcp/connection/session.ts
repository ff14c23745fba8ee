/** The connection to one server: opened on first use, one at a time, reopened with backoff after it broke. */
import { visibleName } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpState } from '#shared/mcp/mcp.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { fail, McpFailure, toError, toThrow } from '../errors/failure.ts';
import type { Link } from './link.ts';
import type { Opened } from './negotiate-transport.ts';

export type ConnectionDeps = {
  /** Opens a link, which reports its end through `Live`. */
  open(live: Live, signal: AbortSignal): Promise<Opened>;
  /** Reads what the server offers, before the connection counts as ready. */
  welcome(opened: Opened, signal: AbortSignal): Promise<void>;
  /** Finds out more about a failure than the browser says. */
  explain(error: McpError): Promise<McpError>;
  onState(): void;
  now(): number;
};

/** How a link reports its end. Reports of a link that is no longer the current one are ignored. */
export type Live = {
  /** A limit was exceeded: the next attempt waits the longest delay. */
  broke(error: McpError): void;
  /** The session, or a stream that should last, is gone. */
  lost(): void;
};

export type Connection = {
  state(): McpState;
  /** The open link; throws `McpFailure`. */
  link(signal: AbortSignal): Promise<Link>;
  /** Runs `work` once. Only a request that was refused because its session expired is repeated, in a new session. */
  use<T>(work: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Connects in the background, if idle. */
  wake(): void;
  /** Ends the connection; what is under way fails with `error`. */
  close(next: 'idle' | 'off', error: McpError): void;
};

/** `broken`: why it ended, for the calls that were under way. */
type Session = { link: Link; broken?: McpError };

/** One try to connect. `session` is there once the link is open and the server's offers are being read. */
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
  /** In a row; sets the backoff. */
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

/** The only place where the phase changes. Ends what the old phase held; `error` is what calls of its session fail with. */
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

/** Joins an attempt that is under way, or begins one. */
function open(machine: Machine): Promise<Session> {
  const { phase } = machine;
  if (phase.type === 'opening') return phase.done;
  if (phase.type === 'off') return Promise.reject(fail('switched_off'));
  const attempt: Attempt = { stop: new AbortController(), isHostile: false };
  // In the next microtask, because the attempt reads the phase that is set here.
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
    if (stop.signal.aborted) throw toThrow(stop.signal.reason);
    await deps.welcome(opened, stop.signal);
    if (!isCurrent(machine, attempt)) throw new McpFailure(session.broken ?? { type: 'cancelled' });
    const { transport } = opened.way;
    transition(machine, { type: 'ready', session, transport, since: deps.now() });
    return session;
  } catch (error) {
    const { session } = attempt;
    void session?.link.close().catch(() => undefined);
    const stopped = stop.signal.reason instanceof McpFailure ? stop.signal.reason.error : undefined;
    const found = await deps.explain(stopped ?? session?.broken ?? toError(error));
    // Not where it was switched off, removed, reconfigured or has failed in the meantime.
    if (isCurrent(machine, attempt)) breakOff(machine, found, attempt.isHostile);
    throw new McpFailure(found);
  }
}

function liveOf(machine: Machine, attempt: Attempt): Live {
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

/** Ends the connection with an error, and plans the next attempt where one may help. */
function breakOff(machine: Machine, error: McpError, isHostile: boolean): void {
  const { deps, phase } = machine;
  // A connection that lasted starts a new series of failures.
  if (phase.type === 'ready' && deps.now() - phase.since > mcpLimits.longestRetryMs) machine.failures = 0;
  const mayHelp = passing.has(error.type) && machine.failures < mcpLimits.retries;
  const delay = isHostile ? mcpLimits.longestRetryMs : backoff(machine.failures++);
  if (error.type === 'needs_sign_in' || (!mayHelp && !isHostile))
    return transition(machine, { type: 'failed', error }, error);
  const timer = setTimeout(() => void open(machine).catch(() => undefined), delay);
  transition(machine, { type: 'failed', error, retry: { at: deps.now() + delay, timer } }, error);
}

/** Errors that may be gone after a while. */
const passing: ReadonlySet<McpError['type']> = new Set(['offline', 'unreachable', 'server_error', 'silent']);

/** Errors of the connection as a whole, not of one request. */
const ending: ReadonlySet<McpError['type']> = new Set(['needs_sign_in', 'offline', 'unreachable', 'silent']);

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
    if (session === sessionOf(machine.phase) && ending.has(explained.type))
      breakOff(machine, explained, false);
    throw new McpFailure(explained);
  }
}

/** A new session instead of an expired one, or the one that another call has opened meanwhile. */
function reopen(machine: Machine, expired: Session, signal: AbortSignal): Promise<Session> {
  return expired === sessionOf(machine.phase) ? until(open(machine), signal) : current(machine, signal);
}

/** The server refused the request because it has forgotten the session: 404, or 400 with words to that effect. */
function isSessionError({ status, detail = '' }: McpError): boolean {
  return status === 404 || (status === 400 && /session/i.test(detail));
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

/** What the server calls itself, cleaned for the screen. */
function shownServer({ server: { name, version } }: Link): { server?: string; version?: string } {
  const [shownName, shownVersion] = [name, version].map((text = '') =>
    visibleName(text).slice(0, 100).toWellFormed(),
  );
  return {
    ...(shownName ? { server: shownName } : {}),
    ...(shownVersion ? { version: shownVersion } : {}),
  };
}

/** Rejects when `signal` aborts; the shared work goes on for others. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) return Promise.reject(toThrow(signal.reason));
  return new Promise((resolve, reject) => {
    const leave = () => reject(toThrow(signal.reason));
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
