/**
 * `McpFailure`, the error class of this folder, which passes through the MCP library unchanged. Callers
 * outside the folder get a `McpAnswer`.
 */
import { visibleText } from '#shared/invisible.ts';
import type { McpAnswer, McpError } from '#shared/mcp/mcp-error.ts';
import { RefusedAddressError } from '#workers/network/connection-fetch.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export class McpFailure extends Error {
  readonly error: McpError;
  constructor(error: McpError) {
    super(error.type);
    this.error = error;
  }
}

export function fail(type: McpError['type'], detail?: string): McpFailure {
  return new McpFailure({ type, ...(detail ? { detail } : {}) });
}

/** Converts what `work` throws to an error value. */
export async function asAnswer<T>(work: () => Promise<T>): Promise<McpAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toError(error) };
  }
}

/** Converts an abort reason or a caught value to an `Error`. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Maximum UTF-16 code units of a detail. */
const detailCharacters = 300;

/**
 * Converts any thrown value to an error code. Errors of the library have already been translated by
 * `translateErrors`.
 */
export function toError(error: unknown): McpError {
  if (error instanceof ToolError) return { type: error.type === 'timeout' ? 'timeout' : 'cancelled' };
  const own = ownCause(error);
  if (own) return own;
  if (!(error instanceof Error))
    return { type: 'internal', detail: String(error).slice(0, detailCharacters) };
  if (error.name === 'AbortError') return { type: 'cancelled' };
  if (error.name === 'TimeoutError') return { type: 'timeout' };
  // RangeError: a value nested so deeply that walking it overflows the stack.
  if (error.name === 'ZodError' || error instanceof SyntaxError || error instanceof RangeError)
    return { type: 'malformed' };
  // Browsers throw a TypeError for every failed request, whatever the reason.
  if (error instanceof TypeError) return { type: 'unreachable', ...detailOf(error) };
  if (/Server's protocol version is not supported/.test(error.message))
    return { type: 'unsupported_version' };
  return { type: 'internal', ...detailOf(error) };
}

/** Classifies a failed sign-in by the library's message. */
export function toSignInFailure(error: unknown): McpFailure {
  const found = toError(error);
  if (/dynamic client registration/i.test(asError(error).message))
    return new McpFailure({ type: 'needs_client_id', ...(found.detail ? { detail: found.detail } : {}) });
  return new McpFailure(found.type === 'internal' ? { ...found, type: 'sign_in_broken' } : found);
}

/** The error that this app itself threw, even if it is wrapped as a `cause`. */
export function ownCause(error: unknown): McpError | undefined {
  for (const each of causes(error)) {
    if (each instanceof McpFailure) return each.error;
    if (each instanceof RefusedAddressError)
      return { type: each.reason === 'redirect' ? 'redirected' : 'bad_url', host: each.host };
  }
  return undefined;
}

/** The error and its chain of causes, at most eight. */
function causes(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && links.length < 8;) {
    links.push(next);
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined;
  }
  return links;
}

export function detailOf({ message }: Error): { detail?: string } {
  const text = visibleText(message).trim();
  return text ? { detail: text.slice(0, detailCharacters).toWellFormed() } : {};
}
