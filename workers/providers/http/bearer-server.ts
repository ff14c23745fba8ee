/** What both OpenAI formats share: the root address, the key in its header, and the list of models. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { HttpRequest } from './exchange.ts';
import type { Destination } from '#workers/contracts/provider.ts';

/** The only headers are this one and `content-type`; others could fail the CORS preflight. */
export function bearerHeaders({ apiKey }: Destination): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

export function rootOf({ baseUrl }: Destination): string {
  return baseUrl.replace(/\/+$/, '');
}

export function modelsRequest(target: Destination): HttpRequest {
  return { url: `${rootOf(target)}/models`, headers: bearerHeaders(target) };
}

export function modelIds(reply: Json): string[] | undefined {
  // Some servers, such as Together, send the list itself.
  const list = isJsonObject(reply) ? reply.data : reply;
  if (!Array.isArray(list)) return undefined;
  return list
    .flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []))
    .sort();
}
