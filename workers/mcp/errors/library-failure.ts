/** What the protocol's library throws, as our codes: told by its classes, because a build shortens their names. */
import type { McpError, McpErrorType } from '#shared/mcp/mcp-error.ts';
import { detailOf, ownCause } from './explain-failure.ts';
import { McpFailure } from './failure.ts';
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
} from '../connection/protocol-client.ts';

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

/** No failure of the library's own kind leaves its file; what is none of them passes as it is. */
export async function ours<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const found = explainLibrary(error);
    throw found ? new McpFailure(found) : error;
  }
}

export function explainLibrary(error: unknown): McpError | undefined {
  if (!(error instanceof Error) || ownCause(error)) return undefined;
  // Before all else: what a server answers is its own words, whatever numbers it puts in them.
  if (error instanceof UnsupportedProtocolVersionError) return { type: 'unsupported_version' };
  if (error instanceof ProtocolError) return { type: 'refused', ...detailOf(error) };
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError)
    return { type: 'needs_sign_in' };
  const isUnknownClient = error instanceof OAuthError && error.code === 'invalid_client';
  if (isUnknownClient || error instanceof RegistrationRejectedError)
    return { type: 'needs_client_id', ...detailOf(error) };
  const status = statusOf(error);
  if (status !== undefined) return { type: byStatus(status), status, ...detailOf(error) };
  if (error instanceof SseError) return { type: 'unreachable', ...detailOf(error) };
  if (!(error instanceof SdkError)) return undefined;
  // The library's first question failed before anyone could answer it.
  if (error.cause instanceof TypeError) return { type: 'unreachable', ...detailOf(error) };
  const type = byCode[error.code];
  return type && { type, ...detailOf(error) };
}

/** The older transport's stream has broken, or the newer one's was opened anew as often as is tried. */
export function isEndOfStream(error: Error): boolean {
  return error instanceof SseError || /^Maximum reconnection attempts/.test(error.message);
}

/** Of an answer over HTTP, and of nothing that only speaks of one. */
function statusOf(error: Error): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof SseError) return error.code;
  // The older transport says it in words for what it posts.
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
