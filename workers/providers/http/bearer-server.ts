/** What both OpenAI formats share: the root address, the key in its header, and the list of models. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { HttpRequest } from './exchange.ts';
import type { Destination } from '#workers/contracts/provider.ts';

/** The only headers are this one and `content-type`; others could fail the CORS preflight. */
export function bearerHeaders({ apiKey }: Destination): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

/** Users also paste the whole address of a request, as services document it. */
export function rootOf({ baseUrl }: Destination): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|responses|messages)$/, '');
}

export function modelsRequest(target: Destination): HttpRequest {
  return { url: `${rootOf(target)}/models`, headers: bearerHeaders(target) };
}

export function modelIds(reply: Json): string[] | undefined {
  // Some servers, such as Together, send the list itself; others, those of Codex and Ollama, name it `models`.
  const list = isJsonObject(reply) ? (reply.data ?? reply.models) : reply;
  return Array.isArray(list) ? list.flatMap(idOf).sort() : undefined;
}

function idOf(model: Json): string[] {
  if (!isJsonObject(model)) return typeof model === 'string' ? [model] : [];
  const id = [model.id, model.slug, model.model, model.name].find((each) => typeof each === 'string');
  return typeof id === 'string' ? [id] : [];
}
