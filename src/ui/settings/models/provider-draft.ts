/** The fields of the provider form as pure functions: fields in, a draft for the engine out. */
import {
  serverKinds,
  type ProviderDraft,
  type ProviderInfo,
  type ServerKind,
  type TraitOverrides,
} from '#shared/models/provider.ts';
import { readWays, waysOfKind, type ModelWays } from '#shared/models/ways.ts';

type Answer = 'as-known' | 'yes' | 'no';

export type ProviderFields = {
  kind: ServerKind;
  name: string;
  baseUrl: string;
  apiKey: string;
  model: string;
  forgetsKey: boolean;
  /** Empty: the catalogue's value. */
  contextTokens: string;
  outputTokens: string;
  images: Answer;
  documents: Answer;
  reasoning: Answer;
  /** What the user chose; absent: automatic. */
  ways: ModelWays;
};
export type MissingField = 'baseUrl' | 'model' | 'contextTokens' | 'outputTokens';

export function fieldsOf(stored: ProviderInfo | undefined): ProviderFields {
  const { contextTokens, outputTokens, images, documents, reasoning } = stored?.traits ?? {};
  return {
    kind: serverKinds.find((kind) => kind === stored?.kind) ?? 'openai-chat',
    name: stored?.label ?? '',
    baseUrl: stored?.baseUrl ?? '',
    apiKey: '',
    model: stored?.model ?? '',
    forgetsKey: false,
    contextTokens: contextTokens === undefined ? '' : String(contextTokens),
    outputTokens: outputTokens === undefined ? '' : String(outputTokens),
    images: toAnswer(images),
    documents: toAnswer(documents),
    reasoning: toAnswer(reasoning),
    ways: readWays(stored?.traits),
  };
}

export function draftOf(fields: ProviderFields, stored: ProviderInfo | undefined): ProviderDraft {
  const baseUrl = normalizeUrl(fields.baseUrl);
  const apiKey = fields.apiKey.trim();
  const draft: ProviderDraft = {
    kind: fields.kind,
    label: fields.name.trim() || hostOf(baseUrl),
    baseUrl,
    model: fields.model.trim(),
    traits: { ...unshown(stored?.traits), ...traitsOf(fields) },
  };
  if (stored) draft.id = stored.id;
  // Absent keeps the stored key, empty removes it.
  if (apiKey !== '' || fields.forgetsKey) draft.apiKey = apiKey;
  return draft;
}

export function missingField(draft: ProviderDraft, needsModel: boolean): MissingField | null {
  if (!draft.baseUrl || !URL.canParse(draft.baseUrl)) return 'baseUrl';
  if (needsModel && draft.model === '') return 'model';
  const { contextTokens = 1, outputTokens = 1 } = draft.traits ?? {};
  if (!isCount(contextTokens)) return 'contextTokens';
  return isCount(outputTokens) ? null : 'outputTokens';
}

/** Set through the console; the form has no field for it. */
function unshown({ tools, prices }: TraitOverrides = {}): TraitOverrides {
  return { ...(tools === undefined ? {} : { tools }), ...(prices ? { prices } : {}) };
}

/** Only values the user entered; empty ones come from the catalogue. */
function traitsOf({
  contextTokens,
  outputTokens,
  images,
  documents,
  reasoning,
  kind,
  ways,
}: ProviderFields): TraitOverrides {
  return {
    ...(contextTokens.trim() === '' ? {} : { contextTokens: toCount(contextTokens) }),
    ...(outputTokens.trim() === '' ? {} : { outputTokens: toCount(outputTokens) }),
    ...(images === 'as-known' ? {} : { images: images === 'yes' }),
    ...(documents === 'as-known' ? {} : { documents: documents === 'yes' }),
    ...(reasoning === 'as-known' ? {} : { reasoning: reasoning === 'yes' }),
    ...Object.fromEntries(waysOfKind[kind].flatMap((name) => (name in ways ? [[name, ways[name]]] : []))),
  };
}

/** Ignores separators of thousands: spaces, underscores, apostrophes, and a point or comma before three digits. */
function toCount(text: string): number {
  return Number(text.replaceAll(/[\s_']|[.,](?=\d{3}(?!\d))/g, ''));
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

function toAnswer(value: boolean | undefined): Answer {
  if (value === undefined) return 'as-known';
  return value ? 'yes' : 'no';
}

/** The stored key belongs to the stored address; the engine drops it when the address changes. */
export function losesKey(fields: ProviderFields, stored: ProviderInfo | undefined): boolean {
  return (
    stored?.hasKey === true && normalizeUrl(fields.baseUrl) !== stored.baseUrl && fields.apiKey.trim() === ''
  );
}

/** Adds a missing scheme and removes slashes at the end, because users paste addresses like that. */
function normalizeUrl(value: string): string {
  const trimmed = value.trim().replace(/\/+$/, '');
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return trimmed;
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|\[::1\])/i.test(trimmed);
  return `${isLocal ? 'http' : 'https'}://${trimmed}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
