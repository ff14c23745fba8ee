/** Texts about a failed model request, with advice for the user. */
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import type { TextKey } from '#shared/text/index.ts';
import { t } from './text.ts';

/** `settings`: change something there; `retry`: send it again; `own`: the notice has its own buttons. */
type Fix = 'settings' | 'retry' | 'own';

const explanations: Record<ModelErrorType, { text: TextKey; fix: Fix }> = {
  bad_key: { text: 'error.bad-key', fix: 'settings' },
  forbidden: { text: 'error.forbidden', fix: 'settings' },
  no_credit: { text: 'error.no-credit', fix: 'settings' },
  rate_limit: { text: 'error.rate-limit', fix: 'retry' },
  overloaded: { text: 'error.overloaded', fix: 'retry' },
  model_unknown: { text: 'error.model-unknown', fix: 'settings' },
  not_found: { text: 'error.not-found', fix: 'settings' },
  bad_request: { text: 'error.bad-request', fix: 'settings' },
  tools_refused: { text: 'error.tools-refused', fix: 'settings' },
  context_too_long: { text: 'error.context-too-long', fix: 'retry' },
  image_refused: { text: 'error.image-refused', fix: 'own' },
  file_refused: { text: 'error.file-refused', fix: 'own' },
  message_refused: { text: 'error.message-refused', fix: 'own' },
  refused: { text: 'error.refused', fix: 'retry' },
  empty: { text: 'error.empty', fix: 'retry' },
  reply_too_long: { text: 'error.reply-too-long', fix: 'retry' },
  reply_too_large: { text: 'error.reply-too-large', fix: 'retry' },
  broken_stream: { text: 'error.broken-stream', fix: 'retry' },
  offline: { text: 'error.offline', fix: 'retry' },
  cors: { text: 'error.cors', fix: 'retry' },
  unreachable: { text: 'error.unreachable', fix: 'retry' },
  mixed_content: { text: 'error.mixed-content', fix: 'settings' },
  local_network: { text: 'error.local-network', fix: 'retry' },
  server_error: { text: 'error.server-error', fix: 'retry' },
  malformed: { text: 'error.malformed', fix: 'settings' },
  silent: { text: 'error.silent', fix: 'retry' },
  bad_url: { text: 'error.bad-url', fix: 'settings' },
  no_provider: { text: 'error.no-provider', fix: 'settings' },
  no_agent: { text: 'error.no-agent', fix: 'own' },
  no_message: { text: 'error.no-message', fix: 'retry' },
  nothing_to_resume: { text: 'error.nothing-to-resume', fix: 'retry' },
  busy: { text: 'error.busy', fix: 'own' },
  storage_full: { text: 'error.storage-full', fix: 'own' },
  locked: { text: 'error.locked', fix: 'own' },
  model_not_ready: { text: 'error.model-not-ready', fix: 'settings' },
  model_gone: { text: 'error.model-gone', fix: 'settings' },
  model_unusable: { text: 'error.model-unusable', fix: 'settings' },
  no_memory: { text: 'error.no-memory', fix: 'settings' },
  internal: { text: 'error.internal', fix: 'own' },
};

export function sentenceFor({ type, host, model, retryAfter }: ModelError): string {
  const parameters = {
    host: host ?? t('provider.the-server'),
    model: model ?? t('model.this-model'),
    origin: location.origin,
  };
  if (type === 'rate_limit' && retryAfter !== undefined)
    return t('error.rate-limit-after', { ...parameters, count: Math.ceil(retryAfter) });
  return t(explanations[type].text, parameters);
}

export function isFixedInSettings({ type }: ModelError): boolean {
  return explanations[type].fix === 'settings';
}
