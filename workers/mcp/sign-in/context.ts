/** What the parts of a sign-in share: one lock per server across all tabs, and the stored state. */
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import type { ServerRecord, ServerSecrets } from '../stored-server.ts';
import { fail } from '../errors/failure.ts';
import { reduceSignIn, type SignInEvent } from './reduce-sign-in.ts';
import { readSignIn, type OwnClient, type StoredSignIn } from './stored-sign-in.ts';

/** Functions that take a record are for the server as it was when the work began. */
export type SignInDeps = {
  /** As stored now. */
  record(): ServerRecord;
  /** Undefined where the vault is locked. */
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** Undefined where the vault is locked. */
  read(record: ServerRecord): Promise<string | undefined>;
  /** False, and nothing is written, where the server was removed or has another address now. */
  write(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
  /** To the server and its authorization server, without the user's own headers. */
  fetch(record: ServerRecord, signal: AbortSignal): ConnectionFetch;
  /** Throws where the user must not be sent to `page`. */
  checkPage(record: ServerRecord, page: URL, redirect: string): Promise<void>;
  /** Runs `work` under this server's lock, held across all tabs; `signal` ends the wait for it. */
  withLock<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Where servers may read about this app instead of registering it; '' where there is no such document. */
  clientDocument: string;
  /** Reports a problem that stops nothing. */
  warn(text: string): void;
  now(): number;
};

/** `running`: aborted when the user signs out. */
export type SignInContext = { deps: SignInDeps; running: Set<AbortController> };

/** Runs `work` alone; its signal also aborts when the user signs out, or `outer` does. */
export async function exclusively<T>(
  { deps, running }: SignInContext,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  running.add(stop);
  try {
    return await deps.withLock(() => {
      signal.throwIfAborted();
      return work(signal);
    }, signal);
  } finally {
    running.delete(stop);
  }
}

export async function load({ deps }: SignInContext, record: ServerRecord): Promise<StoredSignIn> {
  const text = await deps.read(record);
  if (text === undefined) throw fail('locked');
  return readSignIn(text);
}

/** Stores what the event makes of the sign-in. Throws `cancelled` where the server is gone or elsewhere by now. */
export async function apply(
  { deps }: SignInContext,
  record: ServerRecord,
  stored: StoredSignIn,
  event: SignInEvent,
): Promise<void> {
  const { stored: next, state } = reduceSignIn(stored, event);
  if (!(await deps.write(record, JSON.stringify(next), state))) throw fail('cancelled');
}

export async function ownClient({ deps }: SignInContext, record: ServerRecord): Promise<OwnClient> {
  const secrets = await deps.secrets(record);
  if (!secrets) throw fail('locked');
  return { id: record.clientId, secret: secrets.clientSecret };
}

/** The time limit of work that accompanies a request to the server. */
export const inTime = () => AbortSignal.timeout(mcpLimits.connectMs);
