/** The four wires: how a service streams calls, and the schema of a tool as it is sent. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import { createAnthropicDecoder } from '#workers/providers/anthropic/anthropic-decoder.ts';
import { toAnthropicTool } from '#workers/providers/anthropic/anthropic-tools.ts';
import { createGeminiDecoder } from '#workers/providers/gemini/gemini-decoder.ts';
import { toGeminiTools } from '#workers/providers/gemini/gemini-tools.ts';
import { createChatDecoder } from '#workers/providers/openai-chat/openai-chat-decoder.ts';
import { toChatTool } from '#workers/providers/openai-chat/openai-chat-tools.ts';
import { createResponsesDecoder } from '#workers/providers/openai-responses/openai-responses-decoder.ts';
import { toResponsesTool } from '#workers/providers/openai-responses/openai-responses-tools.ts';
import type { Answer } from './bfcl-cases.ts';

export type Wire = {
  name: string;
  decode(calls: readonly Answer[]): Answer[];
  /** The parameters of a tool as sent, as JSON Schema. */
  sent(tool: ToolDefinition): JsonObject;
};

const pieceLength = 7;
const pieces = (values: JsonObject) =>
  JSON.stringify(values).match(new RegExp(`[^]{1,${pieceLength}}`, 'gu')) ?? [];

export const wires: readonly Wire[] = [
  {
    name: 'Chat Completions',
    sent: (tool) => plain(toChatTool(tool).function.parameters),
    decode: (calls) =>
      read(createChatDecoder(), [
        ...calls.flatMap(({ name, values }, index) => [
          chatCall(index, { id: `c${index}`, function: { name, arguments: '' } }),
          ...pieces(values).map((text) => chatCall(index, { function: { arguments: text } })),
        ]),
        { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ]),
  },
  {
    name: 'Messages',
    sent: (tool) => plain(toAnthropicTool(tool).input_schema),
    decode: (calls) =>
      read(createAnthropicDecoder(), [
        { type: 'message_start', message: {} },
        ...calls.flatMap(({ name, values }, index) => [
          {
            type: 'content_block_start',
            index,
            content_block: { type: 'tool_use', id: `c${index}`, name, input: {} },
          },
          ...pieces(values).map((text) => ({
            type: 'content_block_delta',
            index,
            delta: { type: 'input_json_delta', partial_json: text },
          })),
          { type: 'content_block_stop', index },
        ]),
        { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
        { type: 'message_stop' },
      ]),
  },
  {
    name: 'Responses',
    sent: (tool) => plain(toResponsesTool(tool).parameters),
    decode: (calls) =>
      read(createResponsesDecoder(), [
        { type: 'response.created', response: { id: 'r' } },
        ...calls.flatMap(({ name, values }, output_index) => {
          const item = { type: 'function_call', id: `f${output_index}`, call_id: `c${output_index}`, name };
          return [
            { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
            ...pieces(values).map((delta) => ({
              type: 'response.function_call_arguments.delta',
              output_index,
              delta,
            })),
            {
              type: 'response.output_item.done',
              output_index,
              item: { ...item, arguments: JSON.stringify(values) },
            },
          ];
        }),
        { type: 'response.completed', response: { id: 'r', output: [] } },
      ]),
  },
  {
    name: 'Gemini',
    sent: (tool) => fromGemini(tool),
    decode: (calls) =>
      read(createGeminiDecoder(), [
        {
          candidates: [
            {
              content: { parts: calls.map(({ name, values }) => ({ functionCall: { name, args: values } })) },
              finishReason: 'STOP',
            },
          ],
        },
      ]),
  },
];

function chatCall(index: number, fields: object): object {
  return { choices: [{ delta: { tool_calls: [{ index, ...fields }] }, finish_reason: null }] };
}

function read(
  decoder: { push(data: string): ModelEvent[]; end(): ModelEvent[] },
  chunks: readonly object[],
): Answer[] {
  const events = [...chunks.flatMap((chunk) => decoder.push(JSON.stringify(chunk))), ...decoder.end()];
  return events.flatMap((event) =>
    event.type === 'call' && typeof event.arguments !== 'string'
      ? [{ name: event.name, values: event.arguments }]
      : [],
  );
}

function plain(schema: unknown): JsonObject {
  const copy = JSON.parse(JSON.stringify(schema ?? {})) as Json;
  return isJsonObject(copy) ? copy : {};
}

function fromGemini(tool: ToolDefinition): JsonObject {
  const [{ functionDeclarations } = {}] = toGeminiTools([tool]);
  const [declared] = Array.isArray(functionDeclarations) ? functionDeclarations : [];
  return isJsonObject(declared) && isJsonObject(declared.parameters) ? lower(declared.parameters) : {};
}

/** Gemini's `Schema` in the words of JSON Schema. */
function lower({ type, nullable, properties, items, anyOf, ...rest }: JsonObject): JsonObject {
  const named = typeof type === 'string' ? type.toLowerCase() : undefined;
  const schema: JsonObject = {
    ...rest,
    ...(named ? { type: nullable === true ? [named, 'null'] : named } : {}),
    ...(isJsonObject(items) ? { items: lower(items) } : {}),
  };
  if (Array.isArray(anyOf))
    schema.anyOf = [
      ...anyOf.filter(isJsonObject).map(lower),
      ...(nullable === true ? [{ type: 'null' }] : []),
    ];
  if (isJsonObject(properties))
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([key, each]) => [key, isJsonObject(each) ? lower(each) : {}]),
    );
  return schema;
}
