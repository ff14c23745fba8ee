/** Lists the models of a service, page by page. */
import type { Json } from '#shared/json.ts';
import type { ModelListResult } from '#shared/models/provider.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import { findObstacle, placeOf, send, type Exchange, type HttpRequest } from './exchange.ts';
import { explainNetworkError, explainStatus } from './http-errors.ts';

/** A server that always names one more page must not keep us fetching forever. */
const maxModelPages = 20;
const maxListBytes = 5_000_000;
const listTimeoutMs = 15_000;

export async function listModels(exchange: Exchange): Promise<ModelListResult> {
  const { target } = exchange;
  try {
    const error = findObstacle(exchange);
    if (error) return { ok: false, error };
    const signal = AbortSignal.any([exchange.signal, AbortSignal.timeout(listTimeoutMs)]);
    return await readModelPages({ ...exchange, signal });
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, error: { type: 'malformed', ...placeOf(target) } };
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { ok: false, error: { type: 'silent', ...placeOf(target) } };
    return { ok: false, error: await explainNetworkError(error, exchange) };
  }
}

async function readModelPages(exchange: Exchange): Promise<ModelListResult> {
  const { format, target } = exchange;
  const models: string[] = [];
  let next: HttpRequest | undefined = format.modelsRequest(target);
  for (let page = 0; next && page < maxModelPages; page++) {
    const response = await send(next, exchange);
    if (!response.ok) return { ok: false, error: await explainStatus(response, target) };
    const { bytes } = await readBounded(response.body, maxListBytes);
    const reply = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const ids = format.modelIds(reply);
    if (!ids) return { ok: false, error: { type: 'malformed', ...placeOf(target) } };
    models.push(...ids);
    next = format.nextModelsRequest?.(reply, target);
  }
  return { ok: true, models };
}
