/** Results and error messages of the memory tools. */
import {
  isFromOutside,
  outsideMark,
  pinnedNotice,
  type Memory,
  type MemoryAnswer,
  type MemoryErrorCode,
} from '#shared/memory/memory.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { InEngineContext } from '#workers/contracts/engine-tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { AskingWriter, MemoryPort, Written } from '../memory-port.ts';

export function valueOf<T>(answer: MemoryAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(errorTypes[code] ?? 'validation_error', message);
}

const errorTypes: Partial<Record<MemoryErrorCode, ToolErrorType>> = {
  ...{ denied: 'permission_denied', cancelled: 'cancelled' },
};

/** The writer of a call whose question to the user is shown with the call. */
export function askingWriter(context: InEngineContext<MemoryPort>): AskingWriter {
  const { prompts, call, session, signal, hold } = context;
  const writer = context.writer();
  return {
    ...writer,
    async ask(change) {
      const endWait = hold();
      const answer = await prompts.ask({
        ...{ subject: { type: 'memory', ...change }, tool: writer.tool, call, signal },
        ...(session ? { session } : {}),
      });
      endWait();
      return answer === 'allowed' || answer === 'cancelled' ? answer : 'denied';
    },
  };
}

/** The mark after the key of a memory from outside, so that guarded mode knows the origin of its text. */
export function markOf(memory: Memory): string {
  return isFromOutside(memory) ? ` ${outsideMark}` : '';
}

export function describeWritten(answer: MemoryAnswer<Written>): string {
  const { memory, was } = valueOf(answer);
  const text = describeOutcome(memory, was);
  return memory.isPinned ? `${text} ${pinnedNotice}` : text;
}

function describeOutcome(memory: Memory, was: Written['was']): string {
  switch (was) {
    case 'added':
      return `Remembered as '${memory.key}'.`;
    case 'changed':
      return `Remembered as '${memory.key}', in place of what was there.`;
    case 'same':
      return `'${memory.key}' says this already; nothing changed.`;
  }
}
