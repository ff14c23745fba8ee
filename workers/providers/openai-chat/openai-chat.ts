/** The Chat Completions format: OpenAI's older API, and every server compatible with it. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import { bearerHeaders, modelIds, modelsRequest, rootOf } from '../http/bearer-server.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, wireJson, withJsonList, type MessageJson } from '../http/message-json.ts';
import { chatWays, quirksFor } from './openai-chat-ways.ts';
import { createChatDecoder } from './openai-chat-decoder.ts';
import { toChatMessages } from './openai-chat-messages.ts';
import { toChatTool } from './openai-chat-tools.ts';
import { withAlternatingTurns } from '../user-turns.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export const openaiChatProvider = httpProvider({
  definitions: (tools) => tools.map(toChatTool),
  request: toRequest,
  decoder: createChatDecoder,
  adapt: chatWays,
  modelsRequest,
  modelIds,
});

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const quirks = quirksFor(target);
  const body: Omit<ChatCompletionCreateParamsStreaming, 'messages'> = {
    model: target.model,
    stream: true,
    ...(quirks.noStreamOptions ? {} : { stream_options: { include_usage: true } }),
    ...(target.replyLimit === undefined || quirks.replyLimit === 'none'
      ? {}
      : { [quirks.replyLimit]: target.replyLimit }),
    ...(quirks.cacheKeys && request.cacheKey ? { prompt_cache_key: request.cacheKey } : {}),
    ...(request.tools.length > 0 ? { tools: request.tools.map(toChatTool) } : {}),
    ...(request.tools.length > 0 && request.noCalls ? { tool_choice: 'none' } : {}),
  };
  return {
    url: `${rootOf(target)}/chat/completions`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: withJsonList(body, 'messages', messagesJson(request, target, quirks)),
  };
}

/** The JSON of each request message. */
function messagesJson(
  { system, messages: history, media }: ModelRequest,
  { model, traits }: ProviderTarget,
  quirks: ChatQuirks,
): string[] {
  const messages = withAlternatingTurns(history);
  const toJson = converterFor(quirks);
  const isMarked = quirks.cacheMarks !== undefined && model.startsWith(quirks.cacheMarks);
  // The mark moves on with every request, so the JSON of the marked message is not kept.
  const last = isMarked ? messages.slice(-1) : [];
  const before = isMarked ? messages.slice(0, -1) : messages;
  const marked = last.flatMap((message) =>
    markLast(toChatMessages(message, traits.images ? media : new Map(), quirks)),
  );
  const role = traits.systemRole === 'developer' ? 'developer' : 'system';
  return [
    ...(traits.systemRole === 'user'
      ? []
      : [wireJson(isMarked ? markedSystem(system) : { role, content: system })]),
    ...toJson(before, media, traits),
    ...marked.map(wireJson),
  ];
}

/** One cache per set of quirks, because they change the JSON of a message. */
const converters = new Map<string, MessageJson>();

function converterFor(quirks: ChatQuirks): MessageJson {
  const name = JSON.stringify(quirks);
  const known =
    converters.get(name) ?? messageJson((message, media) => toChatMessages(message, media, quirks));
  converters.set(name, known);
  return known;
}

/**
 * Sets cache marks for models behind a gateway that cache a prompt only up to a mark: one after the system
 * prompt, which all chats of an agent share, and one after the newest message. They are in the messages,
 * because a mark on the whole request excludes services without marks:
 * https://openrouter.ai/docs/features/prompt-caching
 */
const mark = { cache_control: { type: 'ephemeral' } } as const;

/** An empty text must not be marked. */
function markedSystem(text: string): object {
  return { role: 'system', content: text.trim() === '' ? text : [{ type: 'text', text, ...mark }] };
}

function markLast(messages: readonly ChatCompletionMessageParam[]): object[] {
  return messages.map((message, at) => (at === messages.length - 1 ? marked(message) : message));
}

function marked(message: ChatCompletionMessageParam): object {
  if (message.role === 'tool') return { ...message, ...mark };
  if (message.role !== 'user') return message;
  const { content } = message;
  const parts: ChatCompletionContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const last = parts.at(-1);
  if (!last || (last.type === 'text' && last.text.trim() === '')) return message;
  return { ...message, content: [...parts.slice(0, -1), { ...last, ...mark }] };
}
