/** What the provider form holds, as pure functions: fields in, a draft for the engine out. */
import type { ProviderDraft, ProviderInfo } from '../../shared/provider.ts';

export type ProviderFields = {
  name: string;
  baseUrl: string;
  apiKey: string;
  model: string;
  forgetsKey: boolean;
};
export type MissingField = 'baseUrl' | 'model';
export type FieldFault = { field: MissingField };

export function fieldsOf(stored: ProviderInfo | undefined): ProviderFields {
  return {
    name: stored?.label ?? '',
    baseUrl: stored?.baseUrl ?? '',
    apiKey: '',
    model: stored?.model ?? '',
    forgetsKey: false,
  };
}

export function draftOf(fields: ProviderFields, stored: ProviderInfo | undefined): ProviderDraft {
  const baseUrl = normalizeUrl(fields.baseUrl);
  const apiKey = fields.apiKey.trim();
  const draft: ProviderDraft = {
    kind: stored?.kind ?? 'openai-chat',
    label: fields.name.trim() || hostOf(baseUrl),
    baseUrl,
    model: fields.model.trim(),
  };
  if (stored) draft.id = stored.id;
  // Absent keeps the stored key, empty removes it.
  if (apiKey !== '' || fields.forgetsKey) draft.apiKey = apiKey;
  return draft;
}

export function missingField(draft: ProviderDraft, needsModel: boolean): MissingField | null {
  if (!draft.baseUrl || !URL.canParse(draft.baseUrl)) return 'baseUrl';
  return needsModel && draft.model === '' ? 'model' : null;
}

/** The stored key belongs to the stored address; the engine drops it when the address changes. */
export function losesKey(fields: ProviderFields, stored: ProviderInfo | undefined): boolean {
  return (
    stored?.hasKey === true && normalizeUrl(fields.baseUrl) !== stored.baseUrl && fields.apiKey.trim() === ''
  );
}

/** People paste addresses without a scheme and with a slash at the end. */
function normalizeUrl(value: string): string {
  const trimmed = value.trim().replace(/\/+$/, '');
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return trimmed;
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|\[::1\])/i.test(trimmed);
  return `${isLocal ? 'http' : 'https'}://${trimmed}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
