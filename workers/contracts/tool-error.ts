/** The failure a tool or a port of a tool expects and reports, as opposed to a defect. */
import { messageOf } from '#shared/message-of.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';

/** An expected failure. The message goes to the model: name the parameter, and say what to do next. */
export class ToolError extends Error {
  readonly type: ToolErrorType;

  constructor(type: ToolErrorType, message: string) {
    super(message);
    this.name = 'ToolError';
    this.type = type;
  }
}

export type ToolFailure = { type: 'error'; errorType: ToolErrorType; message: string };

/** Whatever a tool threw, as the model reads it; never with a stack. */
export function toFailure(error: unknown): ToolFailure {
  if (error instanceof ToolError) return { type: 'error', errorType: error.type, message: error.message };
  const message = `Tool execution failed: ${messageOf(error) || 'unknown error'}`;
  return { type: 'error', errorType: 'execution_error', message };
}
