/** Reads a failed request into the closed union of model errors, and says when trying again makes sense. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import { messageOf } from '#shared/message-of.ts';
import { findCause } from '#workers/network/explain-failure.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import type { ProviderPorts, Destination } from '#workers/contracts/provider.ts';
import { redact } from './redact.ts';

/** Longer waits are the user's decision. */
const longestRetrySeconds = 60;

/** What is wrong is said at the beginning; an error of megabytes must not keep the patterns busy. */
const mostClassified = 10_000;

/** What passes by itself; anything else fails again in the same way. */
const passing: readonly ModelErrorType[] = ['rate_limit', 'overloaded', 'server_error', 'broken_stream'];

/**
 * How long to wait before the request is sent again: what the server asked for, else 1, 2, 4, 8 s and up to a quarter
 * more. Less than a second is no answer: it would have us knock without a pause. Undefined where trying again would not
 * help, or the server asks for too long a wait.
 */
export function retryDelaySeconds(
  { type, retryAfter }: ModelError,
  attempt: number,
  random: number,
): number | undefined {
  if (!passing.includes(type)) return undefined;
  if (retryAfter !== undefined && retryAfter >= 1)
    return retryAfter <= longestRetrySeconds ? retryAfter : undefined;
  return 2 ** attempt * (1 + random / 4);
}

export async function explainStatus(response: Response, target: Destination): Promise<ModelError> {
  const { bytes } = await readBounded(response.body, 64_000, limits.errorBodyMs);
  const { code, detail, ...body } = readErrorBody(new TextDecoder().decode(bytes));
  const retryAfter = readRetryAfter(response.headers.get('retry-after')) ?? body.retryAfter;
  return {
    type: typeOf(response.status, code, detail),
    status: response.status,
    host: new URL(target.baseUrl).host,
    model: target.model,
    ...(detail ? { detail: redact(detail, target) } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

export async function explainNetworkError(
  error: unknown,
  target: Destination,
  ports: ProviderPorts,
  signal: AbortSignal,
): Promise<ModelError> {
  const url = new URL(target.baseUrl);
  const type = await findCause(url, ports, signal);
  const detail = messageOf(error);
  return { type, host: url.host, model: target.model, detail: redact(detail, target) };
}

type ErrorBody = { code: string; detail: string; status?: number; retryAfter?: number };

/** An error object as a body or as an SSE event, of any wire; anything else is shown as it is. */
export function readErrorBody(text: string): ErrorBody {
  try {
    const parsed = JSON.parse(text) as Json;
    // Gemini puts it into a list where nobody asked for events.
    const body = Array.isArray(parsed) ? (parsed[0] ?? null) : parsed;
    const error = isJsonObject(body) ? (body.error ?? body) : body;
    if (isJsonObject(error)) {
      return {
        code: [error.code, error.type, error.status, ...reasonsOf(error)]
          .map(asText)
          .filter(Boolean)
          .join(' '),
        detail: asText(error.message ?? error.detail),
        // Some gateways put the HTTP status of the server behind them here.
        ...(typeof error.code === 'number' ? { status: error.code } : {}),
        ...retryInfoOf(error),
      };
    }
    return { code: '', detail: asText(error) };
  } catch {
    // Not JSON: a proxy's HTML page says nothing useful, plain text may.
    return { code: '', detail: text.trimStart().startsWith('<') ? '' : text };
  }
}

/** Google's errors carry typed details beside the message (https://google.aip.dev/193). */
function detailsOf({ details }: JsonObject): JsonObject[] {
  return Array.isArray(details) ? details.filter(isJsonObject) : [];
}

function reasonsOf(error: JsonObject): Json[] {
  return detailsOf(error).flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []));
}

/** The header is unreadable for a page, so the body says it, too: `"retryDelay": "34.4s"`. */
function retryInfoOf(error: JsonObject): { retryAfter?: number } {
  const delay = detailsOf(error).find(({ retryDelay }) => typeof retryDelay === 'string')?.retryDelay;
  const seconds = Number.parseFloat(asText(delay));
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {};
}

export function typeOf(status: number, code: string, detail: string): ModelErrorType {
  const words = `${code} ${detail}`.slice(0, mostClassified).toLowerCase();
  // The organisation's own setting; the key is good, elsewhere than in a page.
  if (/cors requests are not allowed|location is not supported/.test(words)) return 'forbidden';
  // Gemini says the same of a minute's quota as others of an empty account.
  if (/resource_exhausted/.test(words)) return /credits|spend/.test(words) ? 'no_credit' : 'rate_limit';
  if (/insufficient_quota|billing|credit balance|exceeded your current quota/.test(words)) return 'no_credit';
  if (
    /context_length|context length|context window|context limit|maximum context|too many tokens|prompt is too long|exceeds the maximum number of tokens/.test(
      words,
    )
  )
    return 'context_too_long';
  if (
    status === 401 ||
    /invalid[_ ](api[_ ])?key|incorrect api key|api[_ ]key[_ ](not[_ ]valid|invalid|expired)|unregistered callers/.test(
      words,
    )
  )
    return 'bad_key';
  if (status === 402) return 'no_credit';
  if (status === 403) return 'forbidden';
  if (
    /model_not_found|not_found_error model:|models?[ /].{0,80}(not found|does not exist|not exist)|unknown model|no such model|invalid model/.test(
      words,
    )
  )
    return 'model_unknown';
  if (status === 404 || status === 405) return 'not_found';
  if (status === 413) return 'context_too_long';
  if (status === 429) return 'rate_limit';
  if (status === 503 || status === 529 || /overloaded/.test(words)) return 'overloaded';
  return status >= 500 ? 'server_error' : 'bad_request';
}

/** Seconds, from a number or a date; often unreadable, because servers do not expose the header to pages. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
