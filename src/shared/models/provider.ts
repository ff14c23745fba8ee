/** Providers as the page sees them: their kinds, their configuration without the key, and all errors of a request. */
import type { ProviderId } from '../ids.ts';
import type { ModelWays } from './ways.ts';

/** The formats that a server can speak, in the order in which a form offers them. A new one is added here. */
export const serverKinds = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** Every kind of provider: the local ones, and a format per server kind. */
export const providerKinds = ['guide', ...serverKinds, 'on-device'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** Whether the provider is reached over a network, and so has an address. */
export function hasNetwork(kind: ProviderKind): kind is ServerKind {
  return serverKinds.some((each) => each === kind);
}

/** The abilities and limits of a model, from the catalogue or as the user set them, and how its server wants requests. */
export type ModelTraits = ModelWays & {
  /** Tokens that fit into one request, reply included. */
  contextTokens: number;
  /** Tokens of the longest reply. */
  outputTokens: number;
  tools: boolean;
  images: boolean;
  /** It reads PDF files itself; else it gets their text. */
  documents?: boolean;
  reasoning: boolean;
  /** Tokens that tool definitions may take; the provider leaves out what does not fit. Absent: all are sent. */
  toolTokens?: number;
  /** US dollars per million tokens; absent if unknown. */
  prices?: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
};

/** For an unknown model: the abilities of most servers, with a context window that most models have. */
export const unknownTraits: ModelTraits = {
  contextTokens: 32_768,
  outputTokens: 8_192,
  tools: true,
  images: false,
  reasoning: false,
};

/** For an unknown model of a cloud service: context windows are larger there. */
export const cloudTraits: ModelTraits = { ...unknownTraits, contextTokens: 128_000, outputTokens: 16_384 };

/** The user's settings for a model that the catalogue lacks or describes wrongly. */
export type TraitOverrides = Partial<ModelTraits>;

/** The traits that requests to a model use, and whether the catalogue knows the model. */
export type ModelFacts = {
  traits: ModelTraits;
  isKnown: boolean;
  /** The date of the catalogue, such as `2026-11-10`; absent if it was not consulted. */
  date?: string;
  /** What checks and refused requests taught. */
  ways?: ModelWays;
};

/** For a model on this device: the window costs memory, and every token of the prompt costs seconds. */
export const deviceTraits: ModelTraits = {
  contextTokens: 8_192,
  outputTokens: 2_048,
  tools: true,
  images: false,
  reasoning: false,
  toolTokens: 1_500,
};

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
  /** Absent keeps the stored ones, empty removes them. */
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
  /** As `bad_request`, and the server's message is about tools: the model may not be able to use them. */
  | 'tools_refused'
  | 'context_too_long'
  /** The server did not take a picture, a file, or the words of a message in the request. */
  | 'image_refused'
  | 'file_refused'
  | 'message_refused'
  | 'refused'
  /** The reply had neither text nor calls. */
  | 'empty'
  /** The model reached its longest reply. */
  | 'reply_too_long'
  /** The reply exceeded this app's limit (`limits.replyCharacters`). */
  | 'reply_too_large'
  /** The connection broke in the middle of a reply. */
  | 'broken_stream'
  | 'offline'
  | 'cors'
  | 'unreachable'
  | 'mixed_content'
  /** The user refused the page access to the local network. */
  | 'local_network'
  | 'server_error'
  | 'malformed'
  | 'silent'
  | 'bad_url'
  /** The key is in the vault, which is locked with the user's passphrase. */
  | 'locked'
  | 'no_provider'
  /** The agent of the chat was removed; no other replaces it. */
  | 'no_agent'
  /** There is no message yet that could be answered again. */
  | 'no_message'
  | 'nothing_to_resume'
  | 'busy'
  | 'storage_full'
  /** The browser's built-in model is not downloaded yet. */
  | 'model_not_ready'
  /** The model's file is no longer on this device. */
  | 'model_gone'
  /** This file, or any GGUF file, cannot run in this browser. */
  | 'model_unusable'
  /** The device has not enough memory for the model. */
  | 'no_memory'
  | 'internal';

/** Why a request failed; the page turns it into a sentence with advice. */
export type ModelError = {
  type: ModelErrorType;
  /** HTTP status, where there was one. */
  status?: number;
  /** The server's message, shortened and without secrets. */
  detail?: string;
  /** Host of the request, without path or secrets. */
  host?: string;
  model?: string;
  /** Seconds after which the server allows another request, if it sent them. */
  retryAfter?: number;
};

export type ModelListResult = { ok: true; models: string[] } | { ok: false; error: ModelError };
export type ProviderTestResult =
  { ok: true; milliseconds: number; model: string; ways?: ModelWays } | { ok: false; error: ModelError };
