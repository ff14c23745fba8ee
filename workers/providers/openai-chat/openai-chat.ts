/** The Chat Completions wire: every server compatible with it, and OpenAI's own older one. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Message } from '#shared/conversation/message.ts';
import { quirksOf } from '#shared/models/presets.ts';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import { bearerHeaders, modelIds, modelsRequest, rootOf } from '../http/bearer-server.ts';
import { toChatTool } from '../definitions/openai-chat.ts';
import { httpProvider, type WireRequest } from '../http/http-provider.ts';
import { messageJson, withJsonField } from '../http/message-json.ts';
import { markedSystem, markLast } from './openai-chat-cache.ts';
import { createChatDecoder } from './openai-chat-decoder.ts';
import { toWireMessages } from './openai-chat-messages.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export const openaiChatProvider = httpProvider({
  request: toRequest,
  decoder: createChatDecoder,
  modelsRequest,
  modelIds,
});

export function toRequest(request: ModelRequest, target: ProviderTarget): WireRequest {
  const quirks = quirksOf(target.baseUrl);
  const body: Omit<ChatCompletionCreateParamsStreaming, 'messages'> = {
    model: target.model,
    stream: true,
    ...(quirks.noStreamOptions ? {} : { stream_options: { include_usage: true } }),
    ...(target.replyLimit === undefined ? {} : { [quirks.replyLimit]: target.replyLimit }),
    ...(request.tools.length > 0 ? { tools: request.tools.map(toChatTool) } : {}),
  };
  return {
    url: `${rootOf(target)}/chat/completions`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: withJsonField(body, 'messages', messagesJson(request, target, quirks)),
  };
}

function messagesJson(
  { system, messages, images }: ModelRequest,
  target: ProviderTarget,
  quirks: ChatQuirks,
): string {
  const isMarked = quirks.cacheMarks !== undefined && target.model.startsWith(quirks.cacheMarks);
  const before = isMarked ? messages.slice(0, -1) : messages;
  const convert = converterFor(quirks);
  const groups = quirks.answersTools ? splitAfterTools(before) : [before];
  const parts = groups.map((group) => convert(group, images, target.traits.images).slice(1, -1));
  const first = isMarked ? markedSystem(system) : { role: 'system', content: system };
  // Its mark is gone with the next request, and so is kept nowhere.
  const last = isMarked ? messages.slice(-1) : [];
  const marked = last.map((message) =>
    markLast(toWireMessages(message, target.traits.images ? images : new Map(), quirks)),
  );
  const json = [JSON.stringify(first), parts.filter(Boolean).join(`,${bridgeJson},`)];
  return `[${[...json, JSON.stringify(marked.flat()).slice(1, -1)].filter(Boolean).join(',')}]`;
}

const bridgeJson = JSON.stringify({ role: 'assistant', content: 'I stopped there.' });

/** Wherever the user speaks right after a tool, as after a stop. */
function splitAfterTools(messages: readonly Message[]): Message[][] {
  const groups: Message[][] = [[]];
  for (const [index, message] of messages.entries()) {
    const endsInTools = messages[index - 1]?.parts.some(({ type }) => type === 'call');
    if (message.role === 'user' && endsInTools) groups.push([]);
    groups.at(-1)?.push(message);
  }
  return groups;
}

type Converter = ReturnType<typeof messageJson>;

/** A message is turned into JSON once per way of writing it, and kept with the others written so. */
const converters = new WeakMap<ChatQuirks, Converter>();

function converterFor(quirks: ChatQuirks): Converter {
  const known =
    converters.get(quirks) ?? messageJson((message, images) => toWireMessages(message, images, quirks));
  converters.set(quirks, known);
  return known;
}
