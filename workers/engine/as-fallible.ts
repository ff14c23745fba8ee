/** Makes `Fallible` values of errors, because nothing may throw across a thread. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { messageOf } from '#shared/message-of.ts';

export async function asFallible<T>(work: () => Promise<T>): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ToolError) return refuse(error.type, error.message);
    return refuse('execution_error', messageOf(error));
  }
}

export function refuse(type: ToolErrorType, message: string): Fallible<never> {
  return { ok: false, error: { type, message } };
}
