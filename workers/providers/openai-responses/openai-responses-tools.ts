/** Tool definitions as the Responses API wants them: the same schema, one level flatter. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/responses
import type { FunctionTool } from 'openai/resources/responses/responses';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { objectAtTop } from './object-at-top.ts';

/** `strict` would forbid optional parameters, and ours have them. */
export function toResponsesTool({ name, description, parameters }: ToolDefinition): FunctionTool {
  return { type: 'function', name, description, parameters: objectAtTop(parameters), strict: false };
}
