/** Results and error messages of the memory tools. */
import {
  isFromOutside,
  outsideMark,
  waitsForUser,
  type Memory,
  type MemoryAnswer,
} from '#shared/memory/memory.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Written } from '../memory-port.ts';

export function valueOf<T>(answer: MemoryAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(code === 'only-user' ? 'permission_denied' : 'validation_error', message);
}

/** The mark after the key of a memory from outside, so that guarded mode knows the origin of its text. */
export function markOf(memory: Memory): string {
  return isFromOutside(memory) ? ` ${outsideMark}` : '';
}

export function describeWritten(answer: MemoryAnswer<Written>): string {
  const { memory, was } = valueOf(answer);
  switch (was) {
    case 'added':
      return `Remembered as '${memory.key}'.`;
    case 'changed':
      return `Remembered as '${memory.key}', in place of what was there.`;
    case 'same':
      return `'${memory.key}' says this already; nothing changed.`;
    case 'waiting':
      return waitsForUser(memory.key);
  }
}
