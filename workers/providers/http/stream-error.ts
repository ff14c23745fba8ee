/** Reads an error that came as an event inside a stream, where there is no HTTP status. */
import type { ModelError } from '#shared/models/provider.ts';
import { readErrorBody, typeOf } from './http-errors.ts';

/** The HTTP statuses of these errors outside a stream: https://docs.anthropic.com/en/api/errors */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

export function explainStreamError(data: string): ModelError {
  const { code, detail, status, retryAfter } = readErrorBody(data);
  const known = code.split(' ').find((word) => Object.hasOwn(statuses, word));
  return {
    type: typeOf(status ?? statuses[known ?? ''] ?? 500, code, detail),
    detail,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
