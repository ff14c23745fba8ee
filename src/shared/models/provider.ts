/** Providers as the page sees them: configuration without the key, and the closed union of what can go wrong. */
import type { ProviderId } from '../ids.ts';

/** The wire a provider speaks. `custom` is accepted by the scripting door and means `openai-chat`. */
export type ProviderKind =
  'guide' | 'openai-responses' | 'openai-chat' | 'anthropic' | 'gemini' | 'on-device';

/** What a model can do and how much it takes; from the catalogue, or what the user says. */
export type ModelTraits = {
  /** Tokens that fit into one request, reply included. */
  contextTokens: number;
  /** Tokens of the longest reply. */
  outputTokens: number;
  tools: boolean;
  images: boolean;
  reasoning: boolean;
  /** The most that the definitions of tools take; the provider leaves out what does not fit. Absent: all are sent. */
  toolTokens?: number;
  /** US dollars per million tokens; absent where nobody knows. */
  prices?: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
};

/** For a model nobody knows: what most servers of today can do, with a window that most of them have. */
export const unknownTraits: ModelTraits = {
  contextTokens: 32_768,
  outputTokens: 8_192,
  tools: true,
  images: false,
  reasoning: false,
};

/** For a service in the cloud whose model nobody knows: windows are larger there. */
export const cloudTraits: ModelTraits = { ...unknownTraits, contextTokens: 128_000, outputTokens: 16_384 };

/** What the user says of a model, where the catalogue does not know it or knows it wrongly. */
export type TraitOverrides = Partial<ModelTraits>;

/** What a request to this model will be made by, and where that is from. */
export type ModelFacts = {
  traits: ModelTraits;
  isKnown: boolean;
  /** The day of the catalogue, such as `2026-11-10`; absent where it was not asked. */
  date?: string;
};

/** For a model on this device: its window is memory, and every token before the answer is time. */
export const deviceTraits: ModelTraits = {
  contextTokens: 8_192,
  outputTokens: 2_048,
  tools: true,
  images: false,
  reasoning: false,
  toolTokens: 1_500,
};

/** Whether the provider is reached over a network, and so has an address. */
export function hasNetwork(kind: ProviderKind): boolean {
  return kind !== 'guide' && kind !== 'on-device';
}

export type ProviderInfo = {
  id: ProviderId;
  kind: ProviderKind;
  label: string;
  /** As the service documents it; OpenAI kinds end in `/v1`. Absent for providers without a network. */
  baseUrl?: string;
  model: string;
  /** A key is stored. The key itself never leaves the engine. */
  hasKey: boolean;
  traits?: TraitOverrides;
};

export type ProviderDraft = {
  id?: ProviderId;
  kind: ProviderKind;
  label: string;
  baseUrl?: string;
  /** Absent keeps the stored key, empty removes it. */
  apiKey?: string;
  model: string;
  /** Absent keeps what is stored, empty forgets it. */
  traits?: TraitOverrides;
};

export type ModelErrorType =
  | 'bad_key'
  | 'forbidden'
  | 'no_credit'
  | 'rate_limit'
  | 'overloaded'
  | 'model_unknown'
  | 'not_found'
  | 'bad_request'
  | 'context_too_long'
  | 'refused'
  /** The reply had neither text nor calls. */
  | 'empty'
  /** The model reached its longest reply. */
  | 'reply_too_long'
  /** The server sent more than a reply may hold here. */
  | 'reply_too_large'
  /** The connection broke in the middle of a reply. */
  | 'broken_stream'
  | 'offline'
  | 'cors'
  | 'unreachable'
  | 'mixed_content'
  | 'server_error'
  | 'malformed'
  | 'silent'
  | 'bad_url'
  /** The key is locked behind the user's passphrase. */
  | 'locked'
  | 'no_provider'
  /** The agent of the chat was removed; no other one stands in for it. */
  | 'no_agent'
  /** Nothing was asked yet that could be answered anew. */
  | 'no_message'
  | 'nothing_to_resume'
  | 'busy'
  | 'storage_full'
  /** The browser's own model is there, but was not downloaded yet. */
  | 'model_not_ready'
  /** The file of the model is gone from this device. */
  | 'model_gone'
  /** This file, or any, cannot run in this browser. */
  | 'model_unusable'
  /** The device has not enough memory for the model. */
  | 'no_memory'
  | 'internal';

/** Why a request failed; the page turns it into a sentence that says what to do. */
export type ModelError = {
  type: ModelErrorType;
  /** HTTP status, where there was one. */
  status?: number;
  /** The server's own words, shortened and without secrets. */
  detail?: string;
  /** Where it was sent, without path or secrets. */
  host?: string;
  model?: string;
  /** Seconds, where the server said so. */
  retryAfter?: number;
};

export type ModelListResult = { ok: true; models: string[] } | { ok: false; error: ModelError };
export type ProviderTestResult =
  { ok: true; milliseconds: number; model: string } | { ok: false; error: ModelError };
