/** The Anthropic Messages format: Anthropic itself, and compatible servers. */
// Types only, zero bytes: https://docs.anthropic.com/en/api/messages
import type {
  MessageCreateParamsStreaming,
  ThinkingConfigParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import { isJsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import { createAnthropicDecoder } from './anthropic-decoder.ts';
import { isSignedThought, toAnthropicMessages } from './anthropic-messages.ts';
import { toAnthropicTool } from './anthropic-tools.ts';
import { validToolName } from '../call-results.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, withJsonList } from '../http/message-json.ts';
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
  request: toRequest,
  decoder: createAnthropicDecoder,
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

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const { model, traits } = target;
  const cache_control = { type: 'ephemeral' } as const;
  const thinking = thinkingFor(request.messages, target);
  const fields: Omit<MessageCreateParamsStreaming, 'messages'> = {
    model,
    max_tokens: traits.outputTokens,
    stream: true,
    // Marks the end of the messages: the next request reads all of them from the cache.
    cache_control,
    ...(thinking ? { thinking } : {}),
    // A second mark, so that other chats of the same agent read tools and system prompt from the cache.
    ...(request.system.trim() ? { system: [{ type: 'text', text: request.system, cache_control }] } : {}),
    ...toolFields(request),
  };
  const json = messagesJson(withUserTurns(request.messages), request.media, traits);
  return {
    url: `${rootOf(target)}/messages`,
    headers: { ...headersFor(target), 'content-type': 'application/json' },
    body: withJsonList(fields, 'messages', json),
  };
}

/** A history with calls requires tools, even if the model may call none. */
function toolFields({
  tools,
  messages,
}: ModelRequest): Pick<MessageCreateParamsStreaming, 'tools' | 'tool_choice'> {
  if (tools.length > 0) return { tools: tools.map(toAnthropicTool) };
  const called = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'call' ? part.name : [])),
  );
  const names = [...new Set(called.map(validToolName))];
  const stubs = names.map((name): Tool => ({ name, input_schema: { type: 'object' } }));
  return names.length > 0 ? { tools: stubs, tool_choice: { type: 'none' } } : {};
}

/** Compatible servers with other models know only the older form, with a budget. */
function thinkingFor(
  messages: readonly Message[],
  { model, traits }: ProviderTarget,
): ThinkingConfigParam | undefined {
  if (!traits.reasoning) return undefined;
  const isAdaptive = model.includes('claude') && !budgetModels.test(model);
  if (isAdaptive) return { type: 'adaptive', display: 'summarized' };
  const budget_tokens = Math.min(largestBudget, Math.floor(traits.outputTokens / 2));
  return budget_tokens >= smallestBudget && mayThink(messages)
    ? { type: 'enabled', budget_tokens }
    : undefined;
}

/** With a budget, the current turn must begin with signed thinking; it does not if another model began it. */
function mayThink(messages: readonly Message[]): boolean {
  const start = messages.findLastIndex(({ role }) => role === 'user') + 1;
  const first = messages[start]?.parts.find(
    (part) =>
      (part.type === 'text' && part.text.trim() !== '') || part.type === 'call' || isSignedThought(part),
  );
  return first === undefined || isSignedThought(first);
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
  const root = baseUrl.replace(/\/+$/, '');
  return /\/v\d+$/.test(root) ? root : `${root}/v1`;
}
