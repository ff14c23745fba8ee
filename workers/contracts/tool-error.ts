/** The failure a tool or a port of a tool expects and reports, as opposed to a defect. */
import { messageOf } from '#shared/message-of.ts';
import type { ResultMetadata, ToolErrorType } from '#shared/tools/tool.ts';

/**
 * An expected failure. The message goes to the model: name the parameter, and say what to do next. `metadata` are facts
 * beside it, such as an exit code; `full` is the uncut output, which the engine stores, if the message has a
 * cut one.
 */
export class ToolError extends Error {
  readonly type: ToolErrorType;
  readonly metadata: ResultMetadata | undefined;
  readonly full: string | undefined;

  constructor(type: ToolErrorType, message: string, metadata?: ResultMetadata, full?: string) {
    super(message);
    this.name = 'ToolError';
    this.type = type;
    this.metadata = metadata;
    this.full = full;
  }
}

export type ToolFailure = {
  type: 'error';
  errorType: ToolErrorType;
  message: string;
  metadata?: ResultMetadata;
  full?: string;
};

export function toolFailure(errorType: ToolErrorType, message: string): ToolFailure {
  return { type: 'error', errorType, message };
}

/** Whatever a tool threw, as the model reads it; never with a stack. */
export function toFailure(error: unknown): ToolFailure {
  if (error instanceof ToolError) {
    const { type, message, metadata, full } = error;
    return {
      ...{ type: 'error', errorType: type, message },
      ...(metadata && { metadata }),
      ...(full !== undefined && { full }),
    };
  }
  const message = `Tool execution failed: ${messageOf(error) || 'unknown error'}`;
  return toolFailure('execution_error', message);
}
