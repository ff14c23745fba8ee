/** Turns a failed request into a model error, and computes the delay before a retry. */
import { isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import { messageOf } from '#shared/message-of.ts';
import { findCause } from '#workers/network/explain-failure.ts';
import { readBounded } from '#workers/network/read-bounded.ts';
import type { Destination } from '#workers/contracts/provider.ts';
import type { Exchange } from './exchange.ts';
import { redact } from './redact.ts';
import { fileRefused, imageRefused, messageRefused } from './refused-content.ts';

/** If the server asks for a longer wait, there is no automatic retry: the user decides. */
const longestRetrySeconds = 60;

/** In characters. The reason is at the beginning; the patterns below must not run over megabytes. */
const maxClassified = 10_000;

/** Errors worth a retry; any other would come back the same. */
const transient: readonly ModelErrorType[] = ['rate_limit', 'overloaded', 'server_error', 'broken_stream'];

/**
 * Seconds before the next attempt: the server's `Retry-After`, else exponential backoff of 1, 2, 4, 8 s with up to 25 %
 * jitter. A `Retry-After` under a second is ignored, because it would mean a retry without a pause. Undefined where a
 * retry does not help, or the server asks for too long a wait.
 */
export function retryDelaySeconds(
  { type, retryAfter }: ModelError,
  attempt: number,
  random: number,
): number | undefined {
  if (!transient.includes(type)) return undefined;
  if (retryAfter !== undefined && retryAfter >= 1)
    return retryAfter <= longestRetrySeconds ? retryAfter : undefined;
  return 2 ** attempt * (1 + random / 4);
}

export async function explainStatus(response: Response, target: Destination): Promise<ModelError> {
  const { bytes } = await readBounded(response.body, limits.errorBodyBytes, limits.errorBodyMs);
  const { code, detail, ...body } = readErrorBody(new TextDecoder().decode(bytes));
  const retryAfter = readRetryAfter(response.headers.get('retry-after')) ?? body.retryAfter ?? waitIn(detail);
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
  { target, deps, signal }: Exchange,
): Promise<ModelError> {
  const url = new URL(target.baseUrl);
  const type = await findCause(url, deps, signal);
  const detail = messageOf(error);
  return { type, host: url.host, model: target.model, detail: redact(detail, target) };
}

type ErrorBody = { code: string; detail: string; status?: number; retryAfter?: number };

/** An error object in a body or an SSE event, in any format; any other text becomes the detail. */
export function readErrorBody(text: string): ErrorBody {
  try {
    const parsed = JSON.parse(text) as Json;
    // Gemini wraps it in a list when the request did not ask for events.
    const body = Array.isArray(parsed) ? (parsed[0] ?? null) : parsed;
    const error = isJsonObject(body) ? (body.error ?? body) : body;
    if (isJsonObject(error)) {
      return {
        code: [error.code, error.type, error.status, ...reasonsOf(error)]
          .map(asText)
          .filter(Boolean)
          .join(' '),
        detail: [innerMessage(asText(error.message ?? error.detail)), innerDetail(error)]
          .filter(Boolean)
          .join(': '),
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

/** Gateways put the whole error of the server behind them into the message, as JSON. */
function innerMessage(text: string): string {
  const inner = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  const error = isJsonObject(inner) ? inner.error : undefined;
  return isJsonObject(error) && typeof error.message === 'string' ? error.message : text;
}

/** What the server behind a gateway said: https://openrouter.ai/docs/api-reference/errors */
function innerDetail({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? asText(metadata.raw) : '';
}

/** Google's errors carry typed details beside the message (https://google.aip.dev/193). */
function detailsOf({ details }: JsonObject): JsonObject[] {
  return Array.isArray(details) ? details.filter(isJsonObject) : [];
}

function reasonsOf(error: JsonObject): Json[] {
  return detailsOf(error).flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []));
}

/** Gemini's header is not exposed to pages, but the body has `"retryDelay": "34.4s"`. */
function retryInfoOf(error: JsonObject): { retryAfter?: number } {
  const delay = detailsOf(error).find(({ retryDelay }) => typeof retryDelay === 'string')?.retryDelay;
  const seconds = Number.parseFloat(asText(delay));
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {};
}

/** "Please try again in 1m20.5s", "retry after 2s", "try again in 350ms": the header is hidden from pages. */
const waits =
  /(?:retry|try again) (?:in|after) (?:(\d+)\s?h)?(?:(\d+)\s?m(?:in(?:ute)?s?)?(?![a-z]))? ?(?:(\d+(?:\.\d+)?)\s?(ms|s(?:ec(?:ond)?s?)?)\b)?/i;

function waitIn(detail: string): number | undefined {
  const [, hours, minutes, amount, unit] = waits.exec(detail.slice(0, maxClassified)) ?? [];
  if (hours === undefined && minutes === undefined && amount === undefined) return undefined;
  const seconds = Number(amount ?? 0) / (unit === 'ms' ? 1_000 : 1);
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + seconds;
}

/** A rule applies if the status is one of its statuses or the words match. */
type Rule = { type: ModelErrorType; statuses?: readonly number[]; words?: RegExp };

/** The first rule that applies decides, so specific words come before a status. */
const rules: readonly Rule[] = [
  // A setting of the user's organisation: the key is valid, but not from a web page.
  { type: 'forbidden', words: /cors requests are not allowed|location is not supported/ },
  // Until the next day, week or month, which no retry waits for.
  {
    type: 'no_credit',
    words: /(daily|weekly|monthly|usage) (usage )?(limit|quota)s? (reached|exceeded|exhausted)/,
  },
  // Also with 403, as OpenRouter sends it; so before that status.
  { type: 'message_refused', words: messageRefused },
  // Gemini's word for an exceeded quota per minute as well as for an account without credit.
  { type: 'no_credit', words: /^(?=[^]*resource_exhausted)[^]*(credits|spend)/ },
  { type: 'rate_limit', words: /resource_exhausted/ },
  { type: 'no_credit', words: /insufficient_quota|billing|credit balance|exceeded your current quota/ },
  {
    type: 'context_too_long',
    words:
      /context_length|context length|context window|context limit|maximum context|too many tokens|prompt is too long|exceeds the maximum number of tokens|exceed_context_size|available context size|prompt length|token limit|max_prompt_tokens|max length|input length|input is too long|reduce the length of the messages|token count of \d+ exceeds|no user query found/,
  },
  {
    type: 'bad_key',
    statuses: [401],
    words:
      /invalid[_ ](api[_ ])?key|incorrect api key|api[_ ]key[_ ](not[_ ]valid|invalid|expired)|unregistered callers/,
  },
  { type: 'no_credit', statuses: [402] },
  { type: 'forbidden', statuses: [403] },
  {
    type: 'model_unknown',
    words:
      /model_not_found|not_found_error model:|models?[ /].{0,80}(not found|does not exist|not exist)|unknown model|no such model|invalid model/,
  },
  // A gateway's error for a model none of whose servers supports tools.
  { type: 'tools_refused', words: /found that support tool use/ },
  // With 400, 404 and 500.
  { type: 'image_refused', words: imageRefused },
  { type: 'file_refused', words: fileRefused },
  { type: 'not_found', statuses: [404, 405] },
  { type: 'context_too_long', statuses: [413] },
  { type: 'rate_limit', statuses: [429] },
  { type: 'overloaded', statuses: [503, 529], words: /overloaded/ },
];

/** The feature, as servers name it; not one tool or function, nor a message with the role `tool`. */
const feature = String.raw`(?<![a-z_])(?:tools|tool[-_ ]?(?:use|choice|calls?|calling)|functions?[-_ ]call(?:s|ing)?)(?![a-z_])`;
const offered = 'support|accept|allow|permit|enable|implement|offer|available';
/** Phrases that say the model lacks tools. An error about the messages of a tool call matches none of them. */
const withoutTools = new RegExp(
  [
    String.raw`(?:\bnot|n't|\bno|\bwithout)\s(?:[\w-]+\s){0,3}?(?:${offered})\w*\b[^.]{0,40}${feature}`,
    String.raw`${feature}[^.]{0,40}(?:\bnot|n't|\bcannot)\s(?:be\s|yet\s|currently\s)?(?:${offered})`,
    String.raw`${feature}[^.]{0,30}\b(?:unsupported|disabled|unexpected|unknown)\b`,
    String.raw`\b(?:unsupported|unknown|unrecognized|unexpected|extra)\b[^.]{0,60}${feature}`,
    // Options with which the server must be started, named in the errors of vLLM and llama.cpp.
    '--enable-auto-tool-choice|--tool-call-parser|--jinja',
  ].join('|'),
);

export function typeOf(status: number, code: string, detail: string): ModelErrorType {
  const words = `${code} ${detail}`.slice(0, maxClassified).toLowerCase();
  const rule = rules.find((each) => each.statuses?.includes(status) || each.words?.test(words));
  if (rule) return rule.type;
  if (status >= 500) return 'server_error';
  return withoutTools.test(words) ? 'tools_refused' : 'bad_request';
}

/** Seconds, from a number or a date. Often null, because servers do not expose the header to pages. */
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
