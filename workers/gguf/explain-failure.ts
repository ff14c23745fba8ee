/** Classifies an error of llama.cpp as a model error by its message. */
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';

const detailCharacters = 300;

export function explainFailure(error: unknown): ModelError {
  const detail = shorten(messageOf(error), detailCharacters);
  return { type: typeOf(error, detail), detail };
}

function typeOf(error: unknown, detail: string): ModelErrorType {
  if (/exceeds? the available context|context size|kv cache is full/i.test(detail)) return 'context_too_long';
  if (error instanceof RangeError || /out of memory|bad_alloc|allocat|enlarge memory|oom/i.test(detail))
    return 'no_memory';
  return 'model_unusable';
}
