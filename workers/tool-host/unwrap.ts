/** The value of an answer, or its error thrown as the tool expects it. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function unwrap<T>(answer: Fallible<T>): T {
  if (!answer.ok) throw new ToolError(answer.error.type, answer.error.message);
  return answer.value;
}
