/** The wire formats of tool definitions: one line each. */
import type { Json } from '#shared/json.ts';
import type { DefinitionFormat } from '#shared/rpc/protocol.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { toAnthropicTool } from './anthropic.ts';
import { toGeminiTools } from './gemini.ts';
import { toChatTool } from './openai-chat.ts';
import { toResponsesTool } from './openai-responses.ts';

const formats: Readonly<Record<DefinitionFormat, (tools: readonly ToolDefinition[]) => unknown>> = {
  'openai-chat': (tools) => tools.map(toChatTool),
  'openai-responses': (tools) => tools.map(toResponsesTool),
  anthropic: (tools) => tools.map(toAnthropicTool),
  gemini: toGeminiTools,
};

/** The `tools` array exactly as it stands in a request. */
export function formatDefinitions(format: DefinitionFormat, tools: readonly ToolDefinition[]): Json[] {
  return JSON.parse(JSON.stringify(formats[format](tools))) as Json[];
}
