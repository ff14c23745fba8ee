/** Why a memory was not kept, in the user's language. */
import { memoryLimits, type MemoryErrorCode } from '#shared/memory/memory.ts';
import { t } from './text.ts';

const counts: Partial<Record<MemoryErrorCode, number>> = {
  'key-long': memoryLimits.keyCharacters,
  'content-long': memoryLimits.contentCharacters,
  limit: memoryLimits.memories,
};

export function memoryErrorText(code: MemoryErrorCode): string {
  // Only scripts pass other settings, and only models are told to leave it to the user.
  const shown = code === 'only-user' || code === 'settings' ? 'invalid' : code;
  return t(`memory.fault-${shown}`, { count: counts[code] ?? 0 });
}
