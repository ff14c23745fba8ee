/** Tool definitions for Chat Completions: JSON Schema, unchanged below its top level. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { objectAtTop } from '../definitions/object-at-top.ts';

export function toChatTool({ name, description, parameters }: ToolDefinition): ChatCompletionFunctionTool {
  return { type: 'function', function: { name, description, parameters: objectAtTop(parameters) } };
}
