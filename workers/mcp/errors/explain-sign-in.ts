/** What a sign-in fails with, where the library has its own words for it. */
import { explainFailure } from './explain-failure.ts';
import { McpFailure } from './failure.ts';

export function explainSignIn(error: unknown): McpFailure {
  const found = explainFailure(error);
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (/dynamic client registration/i.test(message))
    return new McpFailure({ type: 'needs_client_id', ...(found.detail ? { detail: found.detail } : {}) });
  return new McpFailure(found.type === 'internal' ? { ...found, type: 'sign_in_broken' } : found);
}
