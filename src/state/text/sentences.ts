/** Turns every way a model request can fail into what happened and what to do next. */
import { assertNever } from '#shared/assert-never.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { t } from './text.ts';

export function sentenceFor(error: ModelError): string {
  const host = error.host ?? t('provider.the-server');
  switch (error.type) {
    case 'rate_limit':
      return error.retryAfter === undefined
        ? t('error.rate_limit', { host })
        : t('error.rate_limit_after', { host, count: Math.ceil(error.retryAfter) });
    case 'model_unknown':
      return t('error.model_unknown', { host, model: error.model ?? t('model.this-model') });
    case 'model_gone':
    case 'model_unusable':
    case 'no_memory':
      return t(`error.${error.type}`, { model: error.model ?? t('model.this-model') });
    case 'cors':
      return t('error.cors', { host, origin: location.origin });
    case 'bad_key':
    case 'forbidden':
    case 'no_credit':
    case 'overloaded':
    case 'not_found':
    case 'bad_request':
    case 'context_too_long':
    case 'refused':
    case 'empty':
    case 'reply_too_long':
    case 'reply_too_large':
    case 'broken_stream':
    case 'offline':
    case 'unreachable':
    case 'mixed_content':
    case 'server_error':
    case 'malformed':
    case 'silent':
    case 'bad_url':
    case 'locked':
    case 'no_provider':
    case 'no_agent':
    case 'no_message':
    case 'nothing_to_resume':
    case 'busy':
    case 'storage_full':
    case 'model_not_ready':
    case 'internal':
      return t(`error.${error.type}`, { host });
    default:
      return assertNever(error.type);
  }
}

/** Whether the way out leads through Settings; for the others it is to try again. */
export function isMendedInSettings(error: ModelError): boolean {
  switch (error.type) {
    case 'bad_key':
    case 'forbidden':
    case 'no_credit':
    case 'model_unknown':
    case 'not_found':
    case 'bad_request':
    case 'mixed_content':
    case 'malformed':
    case 'bad_url':
    case 'no_provider':
    case 'model_not_ready':
    case 'model_gone':
    case 'model_unusable':
    case 'no_memory':
      return true;
    case 'rate_limit':
    case 'overloaded':
    case 'context_too_long':
    case 'refused':
    case 'empty':
    case 'reply_too_long':
    case 'reply_too_large':
    case 'broken_stream':
    case 'offline':
    case 'cors':
    case 'unreachable':
    case 'server_error':
    case 'silent':
    case 'no_message':
    case 'nothing_to_resume':
    // These have buttons of their own.
    case 'locked':
    case 'no_agent':
    case 'busy':
    case 'storage_full':
    case 'internal':
      return false;
    default:
      return assertNever(error.type);
  }
}
