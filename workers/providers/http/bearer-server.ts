/** What both OpenAI wires share: where the server is, the key in its one header, and its list of models. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { WireRequest } from './http-provider.ts';
import type { Destination } from '#workers/contracts/provider.ts';

/** The whole frozen list of headers: this one and `content-type`. Any other could fail a preflight. */
export function bearerHeaders({ apiKey }: Destination): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

export function rootOf({ baseUrl }: Destination): string {
  return baseUrl.replace(/\/+$/, '');
}

export function modelsRequest(target: Destination): WireRequest {
  return { url: `${rootOf(target)}/models`, headers: bearerHeaders(target) };
}

export function modelIds(reply: Json): string[] | undefined {
  // Some servers list them bare, as Together does.
  const list = isJsonObject(reply) ? reply.data : reply;
  if (!Array.isArray(list)) return undefined;
  return list
    .flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []))
    .sort();
}
