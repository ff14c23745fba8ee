/**
 * Translates the errors of the MCP library to error codes; tests classes instead of names, because a build
 * shortens class names.
 */
import type { McpError, McpErrorType } from '#shared/mcp/mcp-error.ts';
import { unread } from '../connection/repair/repair-message.ts';
import { detailOf, McpFailure, ownCause } from './failure.ts';
import {
  InsufficientScopeError,
  OAuthError,
  ProtocolError,
  RegistrationRejectedError,
  SdkError,
  SdkHttpError,
  SseError,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';

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
  CLIENT_HTTP_UNEXPECTED_CONTENT: 'not_mcp',
};

/** Converts the library's errors to `McpFailure`; others pass through. */
export async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const found = explainLibrary(error);
    throw found ? new McpFailure(found) : error;
  }
}

export function explainLibrary(error: unknown): McpError | undefined {
  if (!(error instanceof Error) || ownCause(error)) return undefined;
  // Tested first, because a protocol error is the server's response, whatever status its text mentions.
  if (error instanceof UnsupportedProtocolVersionError) return { type: 'unsupported_version' };
  if (error instanceof ProtocolError) return explainRefusal(error);
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError)
    return { type: 'needs_sign_in' };
  const isUnknownClient = error instanceof OAuthError && error.code === 'invalid_client';
  if (isUnknownClient || error instanceof RegistrationRejectedError)
    return { type: 'needs_client_id', ...detailOf(error) };
  const status = statusOf(error);
  if (status !== undefined) return { type: byStatus(status), status, ...detailOf(error) };
  if (error instanceof SseError) return { type: 'unreachable', ...detailOf(error) };
  if (!(error instanceof SdkError)) return undefined;
  // The library's first request failed without a response.
  if (error.cause instanceof TypeError) return { type: 'unreachable', ...detailOf(error) };
  const type = byCode[error.code];
  return type && { type, ...detailOf(error) };
}

/**
 * A restarted server may say so with status 200, and 404 is the status for it. -32001 alone is also a timeout, and
 * -32600 alone also a request that the tool refuses.
 */
function explainRefusal(error: ProtocolError): McpError {
  const { code, message, data } = error;
  const isUnread = data === unread;
  const isSessionLost =
    ((isUnread || code === -32001) && /session/i.test(message)) ||
    (isUnread && code === -32600) ||
    /(not|before|un)[ -]?initiali[sz]/i.test(message);
  return { type: 'refused', ...detailOf(error), ...(isSessionLost ? { status: 404 } : {}) };
}

/** True if the SSE stream broke, or the Streamable HTTP stream did and all reconnection attempts failed. */
export function isEndOfStream(error: Error): boolean {
  return error instanceof SseError || /^Maximum reconnection attempts/.test(error.message);
}

/** The status of the HTTP response that caused the error; a number in a server's text does not count. */
function statusOf(error: Error): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof SseError) return error.code;
  // For POST requests the SSE transport reports the status only in its message.
  const said = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(error.message)?.[1];
  return said === undefined ? undefined : Number(said);
}

function byStatus(status: number): McpErrorType {
  if (status === 401) return 'needs_sign_in';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 410) return 'wrong_path';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server_error' : 'not_mcp';
}
