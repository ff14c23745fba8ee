/** The Chat Completions format: OpenAI's older API, and every server compatible with it. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { quirksOf } from '#shared/models/presets.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import { bearerHeaders, modelIds, modelsRequest, rootOf } from '../http/bearer-server.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, wireJson, withJsonList, type MessageJson } from '../http/message-json.ts';
import { createChatDecoder } from './openai-chat-decoder.ts';
import { toChatMessages } from './openai-chat-messages.ts';
import { toChatTool } from './openai-chat-tools.ts';
import { withAlternatingTurns } from '../user-turns.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export const openaiChatProvider = httpProvider({
  definitions: (tools) => tools.map(toChatTool),
  request: toRequest,
  decoder: createChatDecoder,
  adapt: leaveOutThoughts,
  modelsRequest,
  modelIds,
});

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const quirks = quirksFor(target);
  const body: Omit<ChatCompletionCreateParamsStreaming, 'messages'> = {
    model: target.model,
    stream: true,
    ...(quirks.noStreamOptions ? {} : { stream_options: { include_usage: true } }),
    ...(target.replyLimit === undefined ? {} : { [quirks.replyLimit]: target.replyLimit }),
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
  return [
    wireJson(isMarked ? markedSystem(system) : { role: 'system', content: system }),
    ...toJson(before, media, traits),
    ...marked.map(wireJson),
  ];
}

/** The quirks of servers that rejected their own reasoning, by address and model; kept until the engine ends. */
const refusals = new Map<string, ChatQuirks>();

function quirksFor(target: ProviderTarget): ChatQuirks {
  return refusals.get(placeName(target)) ?? quirksOf(target.baseUrl);
}

/** As Groq's "property 'reasoning_content' is unsupported" and pydantic's "Extra inputs are not permitted". */
function leaveOutThoughts({ status, detail = '' }: ModelError, target: ProviderTarget): boolean {
  const isRefused = (status === 400 || status === 422) && /reasoning(_content|_details)?\b/.test(detail);
  const quirks = quirksFor(target);
  if (!isRefused || quirks.refusesThoughts || quirks.returnsThoughts) return false;
  refusals.set(placeName(target), { ...quirks, refusesThoughts: true });
  return true;
}

function placeName({ baseUrl, model }: ProviderTarget): string {
  return `${baseUrl} ${model}`;
}

/** One cache per set of quirks, because they change the JSON of a message. */
const converters = new WeakMap<ChatQuirks, MessageJson>();

function converterFor(quirks: ChatQuirks): MessageJson {
  const known =
    converters.get(quirks) ?? messageJson((message, media) => toChatMessages(message, media, quirks));
  converters.set(quirks, known);
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
