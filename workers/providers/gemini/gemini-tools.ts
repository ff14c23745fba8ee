/** Tool definitions for generateContent: an OpenAPI subset with upper-case types. */
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import { objectAtTop } from '../definitions/object-at-top.ts';

/** One declaration per tool, all in one entry of `tools`; a tool without parameters has no `parameters`. */
export function toGeminiTools(tools: readonly ToolDefinition[]): JsonObject[] {
  const functionDeclarations = tools.map(({ name, description, parameters }): JsonObject => {
    const schema = objectAtTop(parameters);
    if (Object.keys(schema.properties).length === 0) return { name, description };
    return { name, description, parameters: toGeminiSchema(schema) };
  });
  return [{ functionDeclarations }];
}
