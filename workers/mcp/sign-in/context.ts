/** Shared by the parts of a sign-in: one lock per server across all tabs, and the stored state. */
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import type { ServerRecord, ServerSecrets } from '../stored-server.ts';
import { fail } from '../errors/failure.ts';
import { reduceSignIn, type SignInEvent } from './reduce-sign-in.ts';
import { readSignIn, type OwnClient, type StoredSignIn } from './stored-sign-in.ts';

/** Functions that take a record act for the server as it was when the operation started. */
export type SignInDeps = {
  /** The current stored record. */
  record(): ServerRecord;
  /** Undefined where the vault is locked. */
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** Undefined where the vault is locked. */
  read(record: ServerRecord): Promise<string | undefined>;
  /** Writes nothing and returns false if the server was removed or now has another address. */
  write(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
  /** Sends requests to the server and its authorization server, without the user's own headers. */
  fetch(record: ServerRecord, signal: AbortSignal): ConnectionFetch;
  /** Throws if the user must not be sent to `page`. */
  checkPage(record: ServerRecord, page: URL, redirect: string): Promise<void>;
  /** Runs `work` while holding this server's lock across all tabs; `signal` cancels the wait for the lock. */
  withLock<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * The URL of the OAuth client metadata document, which replaces client registration; '' if there is none.
   */
  clientDocument: string;
  /** Reports a problem that does not stop the sign-in. */
  warn(text: string): void;
  now(): number;
};

/** `running`: controllers of running operations, aborted when the user signs out. */
export type SignInContext = { deps: SignInDeps; running: Set<AbortController> };

/** Runs `work` under the lock; its signal also aborts when the user signs out or `outer` aborts. */
export async function withSignInLock<T>(
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

/**
 * Applies an event to the sign-in and stores the result. Throws `cancelled` if the server was removed or has
 * another address.
 */
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

/** The timeout of work that is part of a request to the server. */
export const inTime = () => AbortSignal.timeout(mcpLimits.connectMs);
