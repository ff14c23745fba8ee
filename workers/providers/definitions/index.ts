/** Tool definitions in the format of each provider that has a server, for the console. One line per format. */
import type { Json } from '#shared/json.ts';
import type { ServerKind } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { toAnthropicTool } from '../anthropic/anthropic-tools.ts';
import { toGeminiTools } from '../gemini/gemini-tools.ts';
import { toChatTool } from '../openai-chat/openai-chat-tools.ts';
import { toResponsesTool } from '../openai-responses/openai-responses-tools.ts';

const converters: Readonly<Record<ServerKind, (tools: readonly ToolDefinition[]) => unknown>> = {
  'openai-chat': (tools) => tools.map(toChatTool),
  'openai-responses': (tools) => tools.map(toResponsesTool),
  anthropic: (tools) => tools.map(toAnthropicTool),
  gemini: toGeminiTools,
};

export const definitionFormats = Object.keys(converters) as readonly ServerKind[];

/** The `tools` array exactly as in a request. */
export function formatDefinitions(format: ServerKind, tools: readonly ToolDefinition[]): Json[] {
  return JSON.parse(JSON.stringify(converters[format](tools))) as Json[];
}
