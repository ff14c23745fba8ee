/** What the library and the browser throw, as our codes: told by name, code and status, so that the library need not be loaded. */
import { isJsonObject } from '../../src/shared/json.ts';
import { visibleText } from '../../src/shared/invisible.ts';
import type { McpError, McpErrorType } from '../../src/shared/mcp-error.ts';
import { RefusedAddressError } from '../network/connection-fetch.ts';
import { McpFailure } from './failure.ts';

const detailCharacters = 300;

const byCode: Readonly<Record<string, McpErrorType>> = {
  REQUEST_TIMEOUT: 'timeout',
  CONNECTION_CLOSED: 'unreachable',
  NOT_CONNECTED: 'unreachable',
  SEND_FAILED: 'unreachable',
  INVALID_RESULT: 'malformed',
  UNSUPPORTED_RESULT_TYPE: 'malformed',
  CAPABILITY_NOT_SUPPORTED: 'not_offered',
  METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION: 'not_offered',
  ERA_NEGOTIATION_FAILED: 'unsupported_version',
  CLIENT_HTTP_AUTHENTICATION: 'needs_sign_in',
  CLIENT_HTTP_FORBIDDEN: 'forbidden',
  CLIENT_HTTP_UNEXPECTED_CONTENT: 'not_mcp',
  invalid_client: 'needs_client_id',
};

export function explainFailure(error: unknown): McpError {
  const known = chain(error).find(
    (each) => each instanceof McpFailure || each instanceof RefusedAddressError,
  );
  if (known instanceof McpFailure) return known.error;
  if (known instanceof RefusedAddressError) return explainAddress(known);
  const status = statusOf(error);
  if (status !== undefined)
    return { type: byStatus(status), status, ...(error instanceof Error ? detailOf(error) : {}) };
  if (!(error instanceof Error))
    return { type: 'internal', detail: String(error).slice(0, detailCharacters) };
  if (error.name === 'UnauthorizedError' || error.name === 'InsufficientScopeError')
    return { type: 'needs_sign_in' };
  if (error.name === 'AbortError') return { type: 'cancelled' };
  if (error.name === 'TimeoutError') return { type: 'timeout' };
  // Nested so deeply that nothing can walk it.
  if (error.name === 'ZodError' || error instanceof SyntaxError || error instanceof RangeError)
    return { type: 'malformed' };
  if (error.name === 'UnsupportedProtocolVersionError') return { type: 'unsupported_version' };
  if (error.name === 'ProtocolError') return { type: 'refused', ...detailOf(error) };
  // The library's first question failed before anyone could answer it.
  if (/probe failed: .*(fetch|load failed)/i.test(error.message))
    return { type: 'unreachable', ...detailOf(error) };
  const code = codeOf(error);
  const type = code === undefined ? undefined : byCode[code];
  if (type !== undefined) return { type, ...detailOf(error) };
  // A browser says of every failed request only this.
  if (error instanceof TypeError) return { type: 'unreachable', ...detailOf(error) };
  if (/Server's protocol version is not supported/.test(error.message))
    return { type: 'unsupported_version' };
  return { type: 'internal', ...detailOf(error) };
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

function byStatus(status: number): McpErrorType {
  if (status === 401) return 'needs_sign_in';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'wrong_path';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server_error' : 'not_mcp';
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const data: unknown = 'data' in error ? error.data : undefined;
  const status = isJsonObject(data) ? data.status : undefined;
  if (typeof status === 'number') return status;
  // The older transport has it in the code, and says it in words for what it posts.
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'number' && code >= 100 && code < 600) return code;
  const said = /\(HTTP (\d{3})\)/.exec(error.message)?.[1];
  return said === undefined ? undefined : Number(said);
}

function codeOf(error: Error): string | undefined {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function detailOf({ message }: Error): { detail?: string } {
  const text = visibleText(message).trim();
  return text ? { detail: text.slice(0, detailCharacters).toWellFormed() } : {};
}
