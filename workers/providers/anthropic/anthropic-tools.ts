/** Tool definitions for the Messages API: the schema under `input_schema`. */
// Types only, zero bytes: https://docs.anthropic.com/en/api/messages
import type { Tool as AnthropicTool } from '@anthropic-ai/sdk/resources/messages';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { objectAtTop } from '../definitions/object-at-top.ts';

export function toAnthropicTool({ name, description, parameters }: ToolDefinition): AnthropicTool {
  return { name, description, input_schema: objectAtTop(parameters) };
}
