/** The Chat Completions wire: OpenAI, and every server compatible with it. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { isJsonObject } from '../../src/shared/json.ts';
import { textOf, type CallPart, type Message } from '../../src/shared/message.ts';
import type { ToolResult } from '../../src/shared/tool.ts';
import { toChatTool } from './definitions/openai-chat.ts';
import { httpProvider, type WireRequest } from './http-provider.ts';
import { createChatDecoder } from './openai-chat-decoder.ts';
import type { ModelRequest, ProviderTarget } from './provider.ts';

export const openaiChatProvider = httpProvider({
  request: toRequest,
  decoder: createChatDecoder,
  modelsRequest: (target) => ({ url: `${rootOf(target)}/models`, headers: headersFor(target) }),
  modelIds: (reply) => {
    if (!isJsonObject(reply) || !Array.isArray(reply.data)) return undefined;
    return reply.data
      .flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []))
      .sort();
  },
});

export function toRequest(request: ModelRequest, target: ProviderTarget): WireRequest {
  const body: ChatCompletionCreateParamsStreaming = {
    model: target.model,
    messages: [{ role: 'system', content: request.system }, ...request.messages.flatMap(toWireMessages)],
    stream: true,
    stream_options: { include_usage: true },
    ...(request.tools.length > 0 ? { tools: request.tools.map(toChatTool) } : {}),
  };
  return {
    url: `${rootOf(target)}/chat/completions`,
    headers: { ...headersFor(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** One message of ours is one on the wire, plus one per result: the wire wants results beside, not inside. */
function toWireMessages(message: Message): ChatCompletionMessageParam[] {
  const text = textOf(message);
  if (message.role === 'user') return [{ role: 'user', content: text }];
  const calls = message.parts.filter((part) => part.type === 'call');
  if (calls.length === 0) return text ? [{ role: 'assistant', content: text }] : [];
  return [
    { role: 'assistant', content: text || null, tool_calls: calls.map(toWireCall) },
    ...calls.map((call) => ({
      role: 'tool' as const,
      tool_call_id: call.id,
      content: JSON.stringify(resultOf(message, call)),
    })),
  ];
}

function toWireCall({ id, name, arguments: values }: CallPart) {
  return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(values) } };
}

/** A call without a result (its tab died) still gets one, because servers refuse unanswered calls. */
function resultOf(message: Message, call: CallPart): ToolResult {
  const part = message.parts.find((part) => part.type === 'result' && part.call === call.id);
  if (part?.type === 'result') return part.result;
  return {
    status: 'error',
    error_type: 'interrupted',
    message: `${call.name} was interrupted; it may or may not have taken effect.`,
  };
}

function headersFor({ apiKey }: ProviderTarget): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

function rootOf({ baseUrl }: ProviderTarget): string {
  return baseUrl.replace(/\/+$/, '');
}
