import { describe, expect, it } from 'vitest';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { explainStatus, retryDelaySeconds } from '#workers/providers/http/http-errors.ts';

const target = { baseUrl: 'https://api.example.com/v1', apiKey: 'sk-very-secret-key', model: 'm' };

const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const google = (status: string, message: string, ...details: object[]) => ({
  error: { code: 400, status, message, details },
});

describe('explainStatus', () => {
  it.each<[number, object | string, ModelErrorType]>([
    [401, { error: { message: 'Incorrect API key provided' } }, 'bad_key'],
    [402, {}, 'no_credit'],
    [403, { error: 'forbidden' }, 'forbidden'],
    [404, { error: { message: 'The model `x` does not exist', code: 'model_not_found' } }, 'model_unknown'],
    [404, { error: 'model "llama9" not found, try pulling it first' }, 'model_unknown'],
    [404, '<html>nope</html>', 'not_found'],
    [
      400,
      {
        error: {
          message: "This model's maximum context length is 4096 tokens",
          code: 'context_length_exceeded',
        },
      },
      'context_too_long',
    ],
    [400, { error: { message: 'bad field' } }, 'bad_request'],
    [400, { error: { message: "'temperature' is not supported" } }, 'bad_request'],
    [400, { error: { message: 'a malfunction of the upstream' } }, 'bad_request'],
    [400, { error: 'registry.ollama.ai/library/gemma:2b does not support tools' }, 'tools_refused'],
    [400, { error: { message: '`tool_choice` needs --enable-auto-tool-choice' } }, 'tools_refused'],
    [400, { error: { message: 'Tools are not supported by this model' } }, 'tools_refused'],
    [400, { error: { message: 'This model does not support function calling.' } }, 'tools_refused'],
    [400, { error: { message: 'Unrecognized request argument supplied: tools' } }, 'tools_refused'],
    [400, { error: { message: 'tools param requires --jinja flag' } }, 'tools_refused'],
    [
      400,
      { error: { message: "messages with role 'tool' must follow a message with 'tool_calls'" } },
      'bad_request',
    ],
    [
      400,
      {
        error: {
          message:
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
        },
      },
      'bad_request',
    ],
    [400, { error: { message: 'This function is not available in your region.' } }, 'bad_request'],
    [400, { error: { message: "Invalid schema for function 'x': not allowed" } }, 'bad_request'],
    [422, { detail: 'Function calling is not enabled for models/x' }, 'tools_refused'],
    [404, { error: { message: 'No endpoints found that support tool use' } }, 'tools_refused'],
    [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }, 'no_credit'],
    [429, { error: { message: 'slow down' } }, 'rate_limit'],
    [401, anthropic('authentication_error', 'invalid x-api-key'), 'bad_key'],
    [
      401,
      anthropic(
        'authentication_error',
        'CORS requests are not allowed for this Organization because of its settings',
      ),
      'forbidden',
    ],
    [400, anthropic('invalid_request_error', 'Your credit balance is too low'), 'no_credit'],
    [400, anthropic('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'), 'context_too_long'],
    [404, anthropic('not_found_error', 'model: claude-9'), 'model_unknown'],
    [413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'context_too_long'],
    [529, anthropic('overloaded_error', 'Overloaded'), 'overloaded'],
    [400, google('INVALID_ARGUMENT', 'API key not valid.', { reason: 'API_KEY_INVALID' }), 'bad_key'],
    [400, [google('INVALID_ARGUMENT', 'API key expired. Please renew the API key.')], 'bad_key'],
    [403, google('PERMISSION_DENIED', "Method doesn't allow unregistered callers."), 'bad_key'],
    [403, google('PERMISSION_DENIED', 'The caller does not have permission'), 'forbidden'],
    [400, google('FAILED_PRECONDITION', 'User location is not supported for the API use.'), 'forbidden'],
    [404, google('NOT_FOUND', 'models/x is not found for API version v1beta'), 'model_unknown'],
    [429, google('RESOURCE_EXHAUSTED', 'check your plan and billing details'), 'rate_limit'],
    [429, google('RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.'), 'no_credit'],
    [
      400,
      google(
        'INVALID_ARGUMENT',
        'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      ),
      'context_too_long',
    ],
    [503, google('UNAVAILABLE', 'The model is overloaded.'), 'overloaded'],
    [503, '', 'overloaded'],
    [529, {}, 'overloaded'],
    [500, 'boom', 'server_error'],
  ])('reads %i %j as %s', async (status, body, type) => {
    const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
    expect((await explainStatus(response, target)).type).toBe(type);
  });

  it('reads Retry-After in seconds and as a date', async () => {
    const withHeader = (value: string) =>
      explainStatus(new Response('', { status: 429, headers: { 'retry-after': value } }), target);
    expect((await withHeader('7')).retryAfter).toBe(7);
    expect((await withHeader(new Date(Date.now() + 5_000).toUTCString())).retryAfter).toBeGreaterThanOrEqual(
      4,
    );
    expect((await withHeader('soon')).retryAfter).toBeUndefined();
  });

  it('reads the wait from the body where no header is readable', async () => {
    const body = google('RESOURCE_EXHAUSTED', 'quota', { violations: [] }, { retryDelay: '34.4s' });
    const response = new Response(JSON.stringify(body), { status: 429 });
    expect(await explainStatus(response, target)).toMatchObject({ type: 'rate_limit', retryAfter: 34.4 });
  });

  it('never repeats the key, whole or masked', async () => {
    const body = JSON.stringify({
      error: { message: `Incorrect API key provided: ${target.apiKey}, also sk-very***key` },
    });
    const error = await explainStatus(new Response(body, { status: 401 }), target);
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});

describe('retryDelaySeconds', () => {
  it('doubles, jitters, obeys the server, and gives up where waiting is no use', () => {
    expect([0, 1, 2, 3].map((attempt) => retryDelaySeconds({ type: 'rate_limit' }, attempt, 0))).toEqual([
      1, 2, 4, 8,
    ]);
    expect(retryDelaySeconds({ type: 'overloaded' }, 0, 0.999)).toBeLessThan(1.25);
    expect(retryDelaySeconds({ type: 'rate_limit', retryAfter: 30 }, 0, 0)).toBe(30);
    expect(retryDelaySeconds({ type: 'rate_limit', retryAfter: 3600 }, 0, 0)).toBeUndefined();
    for (const retryAfter of [-5, 0, 0.001])
      expect(retryDelaySeconds({ type: 'rate_limit', retryAfter }, 3, 0)).toBe(8);
    expect(retryDelaySeconds({ type: 'bad_key' }, 0, 0)).toBeUndefined();
  });
});
