/** The failure a tool or a port of a tool expects and reports, as opposed to a defect. */
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
