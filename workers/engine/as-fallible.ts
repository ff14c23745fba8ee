/** Converts a thrown error into a `Fallible` value, because nothing may throw across a thread. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { messageOf } from '#shared/message-of.ts';

export async function asFallible<T>(work: () => Promise<T>): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ToolError) return { ok: false, error: { type: error.type, message: error.message } };
    const message = messageOf(error);
    return { ok: false, error: { type: 'execution_error', message } };
  }
}
