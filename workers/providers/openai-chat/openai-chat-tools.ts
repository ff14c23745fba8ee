/** Tool definitions as Chat Completions wants them: JSON Schema, used as it is. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { objectAtTop } from './object-at-top.ts';

export function toChatTool({ name, description, parameters }: ToolDefinition): ChatCompletionFunctionTool {
  return { type: 'function', function: { name, description, parameters: objectAtTop(parameters) } };
}
