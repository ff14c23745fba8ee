/** Why a connection failed, with the advice for its kind: tool servers are fixed elsewhere than models. */
import type { ConnectionKind } from '#shared/models/connection-health.ts';
import type { McpErrorType } from '#shared/mcp/mcp-error.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { sentenceFor } from './sentences.ts';
import { serverSentence } from './server-sentences.ts';

/**
 * The inverse of the table in `workers/domains/mcp/server-health.ts`, which maps errors of tool servers to
 * model errors.
 */
const types: Partial<Record<ModelError['type'], McpErrorType>> = {
  locked: 'locked',
  offline: 'offline',
  unreachable: 'unreachable',
  cors: 'cors',
  mixed_content: 'mixed_content',
  forbidden: 'needs_sign_in',
  not_found: 'wrong_path',
  malformed: 'malformed',
  server_error: 'server_error',
  rate_limit: 'rate_limit',
  reply_too_large: 'message_too_large',
  silent: 'silent',
  bad_url: 'bad_url',
};

export function connectionSentence(kind: ConnectionKind, error: ModelError): string {
  const type = kind === 'mcp' ? types[error.type] : undefined;
  if (!type) return sentenceFor(error);
  const { host, detail } = error;
  return serverSentence({ type, ...(host && { host }), ...(detail && { detail }) });
}
