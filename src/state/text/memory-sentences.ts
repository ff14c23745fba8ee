/** Why a memory was not kept, in the user's language. */
import { memoryLimits, type MemoryErrorCode } from '#shared/memory/memory.ts';
import { t } from './text.ts';

const counts: Partial<Record<MemoryErrorCode, number>> = {
  'key-long': memoryLimits.keyCharacters,
  'content-long': memoryLimits.contentCharacters,
  limit: memoryLimits.memories,
};

export function memoryErrorText(code: MemoryErrorCode): string {
  // The user cannot cause these: only scripts pass invalid settings, and only models get the others.
  const shown = code === 'denied' || code === 'cancelled' || code === 'settings' ? 'invalid' : code;
  return t(`memory.fault-${shown}`, { count: counts[code] ?? 0 });
}
