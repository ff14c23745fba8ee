/** Tool definitions for the Responses API: as in Chat Completions, one level flatter. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/responses
import type { FunctionTool } from 'openai/resources/responses/responses';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { objectAtTop } from '../definitions/object-at-top.ts';

/** Not `strict`, which forbids optional parameters. */
export function toResponsesTool({ name, description, parameters }: ToolDefinition): FunctionTool {
  return { type: 'function', name, description, parameters: objectAtTop(parameters), strict: false };
}
