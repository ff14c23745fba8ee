/** What we and the browser throw, as our codes; what the protocol's library throws is read where it leaves it. */
import { visibleText } from '#shared/invisible.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { RefusedAddressError } from '#workers/network/connection-fetch.ts';
import { McpFailure } from './failure.ts';

const detailCharacters = 300;

export function explainFailure(error: unknown): McpError {
  const own = ownCause(error);
  if (own) return own;
  if (!(error instanceof Error))
    return { type: 'internal', detail: String(error).slice(0, detailCharacters) };
  if (error.name === 'AbortError') return { type: 'cancelled' };
  if (error.name === 'TimeoutError') return { type: 'timeout' };
  // Nested so deeply that nothing can walk it.
  if (error.name === 'ZodError' || error instanceof SyntaxError || error instanceof RangeError)
    return { type: 'malformed' };
  // A browser says of every failed request only this.
  if (error instanceof TypeError) return { type: 'unreachable', ...detailOf(error) };
  if (/Server's protocol version is not supported/.test(error.message))
    return { type: 'unsupported_version' };
  return { type: 'internal', ...detailOf(error) };
}

/** What we ourselves threw, wherever somebody has wrapped it. */
export function ownCause(error: unknown): McpError | undefined {
  for (const each of chain(error)) {
    if (each instanceof McpFailure) return each.error;
    if (each instanceof RefusedAddressError) return explainAddress(each);
  }
  return undefined;
}

/** A failure and what caused it, and that in turn. */
function chain(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && links.length < 8;) {
    links.push(next);
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined;
  }
  return links;
}

function explainAddress({ reason, host }: RefusedAddressError): McpError {
  return { type: reason === 'redirect' ? 'redirected' : 'bad_url', host };
}

export function detailOf({ message }: Error): { detail?: string } {
  const text = visibleText(message).trim();
  return text ? { detail: text.slice(0, detailCharacters).toWellFormed() } : {};
}
