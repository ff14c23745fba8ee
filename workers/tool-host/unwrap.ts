/** Returns the value of an answer, or throws its error as a `ToolError`. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function unwrap<T>(answer: Fallible<T>): T {
  if (!answer.ok) throw new ToolError(answer.error.type, answer.error.message);
  return answer.value;
}
