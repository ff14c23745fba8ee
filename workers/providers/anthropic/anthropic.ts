/** The Anthropic Messages format: Anthropic itself, and compatible servers. */
// Types only, zero bytes: https://docs.anthropic.com/en/api/messages
import type {
  MessageCreateParamsStreaming,
  MessageParam,
  ThinkingConfigParam,
  Tool,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import { isJsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { ModelWays } from '#shared/models/ways.ts';
import { createAnthropicDecoder } from './anthropic-decoder.ts';
import { isThought, toAnthropicMessages } from './anthropic-messages.ts';
import { toAnthropicTool } from './anthropic-tools.ts';
import { fitSearches, searchTool, searchesTools } from './anthropic-search.ts';
import { validToolName } from '../call-results.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, wireJson, withJsonList, type Media } from '../http/message-json.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';
import { withUserTurns } from '../user-turns.ts';

/** All headers that a page may send; any other fails the CORS preflight. */
export const anthropicHeaders = [
  'anthropic-dangerous-direct-browser-access',
  'anthropic-version',
  'content-type',
  'x-api-key',
] as const;

/** The API version. It and all later ones reject `temperature`, `top_p` and `top_k`. */
const version = '2026-10-21';

/** Models that need a thinking budget; later ones decide for themselves. */
const budgetModels = /claude-3|claude-(opus|sonnet|haiku)-4([-.][015])?(-\d{8})?(?![-.]?\d)/;
const largestBudget = 16_384;
const smallestBudget = 1024;

export const anthropicProvider = httpProvider({
  definitions: (tools) => tools.map(toAnthropicTool),
  searchesTools,
  request: toRequest,
  decoder: (_, { baseUrl }) => createAnthropicDecoder(baseUrl),
  adapt: leaveOutUnsigned,
  modelsRequest: (target) => modelsAfter(target),
  modelIds: (reply) => {
    if (!isJsonObject(reply) || !Array.isArray(reply.data)) return undefined;
    return reply.data.flatMap((model) =>
      isJsonObject(model) && typeof model.id === 'string' ? [model.id] : [],
    );
  },
  nextModelsRequest: (reply, target) =>
    isJsonObject(reply) && reply.has_more === true && typeof reply.last_id === 'string'
      ? modelsAfter(target, reply.last_id)
      : undefined,
});

const messagesJson = messageJson(toAnthropicMessages);
const messagesWithUnsigned = messageJson((message, media) => toAnthropicMessages(message, media, true));

/** Compatible servers sign nothing; Kimi and others reject calls without the thinking before them. */
function takesUnsigned(target: ProviderTarget): boolean {
  const isClaude = /claude/i.test(target.model) || /\banthropic\.com\b/.test(target.baseUrl);
  return target.traits.returnsThoughts ?? !isClaude;
}

function leaveOutUnsigned(
  { status, detail = '' }: ModelError,
  _: ModelRequest,
  target: ProviderTarget,
): ModelWays | undefined {
  const isRefused = (status === 400 || status === 422) && /thinking|signature/i.test(detail);
  return isRefused && takesUnsigned(target) ? { returnsThoughts: false } : undefined;
}

/**
 * The service caches what precedes a mark, of which a request may have four: after the tools, which all chats of an agent
 * share; after the system prompt; where the last request ended; at the end.
 * https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching
 */
const mark = { cache_control: { type: 'ephemeral' } } as const;

/** The JSON of the messages; the last request ended before the newest one of the model. */
function markedJson(messages: readonly Message[], media: Media, target: ProviderTarget): string[] {
  const { traits } = target;
  const isUnsigned = takesUnsigned(target);
  const toJson = isUnsigned ? messagesWithUnsigned : messagesJson;
  const at = messages.findLastIndex(({ role }) => role === 'assistant') - 1;
  const end = messages[at];
  if (!end) return [...toJson(messages, media, traits)];
  const taken: Media = traits.images || traits.documents ? media : new Map();
  return [
    ...toJson(messages.slice(0, at), media, traits),
    ...markEnd(toAnthropicMessages(end, taken, isUnsigned)).map(wireJson),
    ...toJson(messages.slice(at + 1), media, traits),
  ];
}

function markEnd(messages: readonly MessageParam[]): MessageParam[] {
  const last = messages.at(-1);
  if (last?.role !== 'user' || typeof last.content === 'string') return [...messages];
  const { content } = last;
  const block = content.at(-1);
  // Thinking takes no mark.
  if (block?.type !== 'text' && block?.type !== 'tool_result') return [...messages];
  return [...messages.slice(0, -1), { ...last, content: [...content.slice(0, -1), { ...block, ...mark }] }];
}

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const { model, traits } = target;
  // A request without calls ends with words of this app, which begin no turn.
  const turns = request.noCalls ? request.messages.slice(0, -1) : request.messages;
  const thinking = thinkingFor(turns, target);
  const fields: Omit<MessageCreateParamsStreaming, 'messages'> = {
    model,
    max_tokens: traits.outputTokens,
    stream: true,
    // Marks the end of the messages: the next request reads all of them from the cache.
    ...mark,
    ...(thinking ? { thinking } : {}),
    ...(request.system.trim() ? { system: [{ type: 'text', text: request.system, ...mark }] } : {}),
    ...toolFields(request),
  };
  const json = markedJson(withUserTurns(fitSearches(request)), request.media, target);
  return {
    url: `${rootOf(target)}/messages`,
    headers: { ...headersFor(target), 'content-type': 'application/json' },
    body: withJsonList(fields, 'messages', json),
  };
}

/** A history with calls requires tools, even if the model may call none. */
function toolFields({
  tools,
  deferred = [],
  messages,
  noCalls,
}: ModelRequest): Pick<MessageCreateParamsStreaming, 'tools' | 'tool_choice'> {
  const shown: ToolUnion[] = [...(deferred.length > 0 ? [searchTool] : []), ...tools.map(toAnthropicTool)];
  // A deferred tool takes no mark.
  const later = deferred.map((tool): ToolUnion => ({ ...toAnthropicTool(tool), defer_loading: true }));
  if (shown.length > 0)
    return {
      tools: [...shown.map((tool, at) => (at === shown.length - 1 ? { ...tool, ...mark } : tool)), ...later],
      ...(noCalls ? { tool_choice: { type: 'none' } } : {}),
    };
  const called = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'call' ? part.name : [])),
  );
  const names = [...new Set(called.map(validToolName))];
  const stubs = names.map((name): Tool => ({ name, input_schema: { type: 'object' } }));
  return names.length > 0 ? { tools: stubs, tool_choice: { type: 'none' } } : {};
}

/** Compatible servers with other models know only the older form, with a budget. */
function thinkingFor(messages: readonly Message[], target: ProviderTarget): ThinkingConfigParam | undefined {
  const { model, traits } = target;
  if (!traits.reasoning) return undefined;
  const isAdaptive = model.includes('claude') && !budgetModels.test(model);
  if (isAdaptive) return { type: 'adaptive', display: 'summarized' };
  const budget_tokens = Math.min(largestBudget, Math.floor(traits.outputTokens / 2));
  return budget_tokens >= smallestBudget && mayThink(messages, takesUnsigned(target))
    ? { type: 'enabled', budget_tokens }
    : undefined;
}

/** With a budget, the current turn must begin with its thinking; it does not if another model began it. */
function mayThink(messages: readonly Message[], takes: boolean): boolean {
  const start = messages.findLastIndex(({ role }) => role === 'user') + 1;
  const first = messages[start]?.parts.find(
    (part) =>
      (part.type === 'text' && part.text.trim() !== '') || part.type === 'call' || isThought(part, takes),
  );
  return first === undefined || isThought(first, takes);
}

function modelsAfter(target: ProviderTarget, last?: string): HttpRequest {
  const after = last === undefined ? '' : `&after_id=${encodeURIComponent(last)}`;
  return { url: `${rootOf(target)}/models?limit=1000${after}`, headers: headersFor(target) };
}

function headersFor({ apiKey }: ProviderTarget): Partial<Record<(typeof anthropicHeaders)[number], string>> {
  return {
    ...(apiKey ? { 'x-api-key': apiKey } : {}),
    'anthropic-version': version,
    'anthropic-dangerous-direct-browser-access': 'true',
  };
}

/** Users enter the address with or without the version. */
function rootOf({ baseUrl }: ProviderTarget): string {
  const root = baseUrl.replace(/\/+$/, '').replace(/\/messages$/, '');
  return /\/v\d+$/.test(root) ? root : `${root}/v1`;
}
