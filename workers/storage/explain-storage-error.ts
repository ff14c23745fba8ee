/** Converts the error of a failed write to storage into the error that the page explains. */
import type { ModelError } from '#shared/models/provider.ts';
import { messageOf } from '#shared/message-of.ts';

export function explainStorageError(error: unknown): ModelError {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { type: 'storage_full' };
  return { type: 'internal', detail: messageOf(error) };
}
