/** The Gemini generateContent format; its successor needs a header that fails the CORS preflight. */
// Types only, zero bytes: https://ai.google.dev/api/generate-content
import type { Content, GenerationConfig } from '@google/genai';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { createGeminiDecoder } from './gemini-decoder.ts';
import { toGeminiContents } from './gemini-contents.ts';
import { toGeminiTools } from './gemini-tools.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, withJsonList } from '../http/message-json.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';
import { withUserTurns } from '../user-turns.ts';

/** All headers that a page may send: the service answers 403 to a preflight with any other. */
export const geminiHeaders = ['content-type', 'x-goog-api-key'] as const;

/** Models without signatures for calls, which take no images inside a result. */
const olderModels = /gemini-[12]([.-]|$)|gemma|learnlm/;

const noCalls = { functionCallingConfig: { mode: 'NONE' } };

type GeminiFields = {
  systemInstruction?: Content;
  tools?: JsonObject[];
  toolConfig?: JsonObject;
  generationConfig: GenerationConfig;
};

export const geminiProvider = httpProvider({
  definitions: toGeminiTools,
  request: toRequest,
  decoder: (_, { baseUrl }) => createGeminiDecoder(baseUrl),
  modelsRequest: (target) => modelsPage(target),
  modelIds: (reply) => {
    if (!isJsonObject(reply) || !Array.isArray(reply.models)) return undefined;
    return reply.models.filter(isChatModel).map(({ name }) => name.replace(/^models\//, ''));
  },
  nextModelsRequest: (reply, target) =>
    isJsonObject(reply) && typeof reply.nextPageToken === 'string' && reply.nextPageToken
      ? modelsPage(target, reply.nextPageToken)
      : undefined,
});

const contentsJson = {
  newer: messageJson((message, images) => toGeminiContents(message, images, true)),
  older: messageJson((message, images) => toGeminiContents(message, images, false)),
};

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const { traits } = target;
  const fields: GeminiFields = {
    ...(request.system.trim() ? { systemInstruction: { parts: [{ text: request.system }] } } : {}),
    ...(request.tools.length > 0 ? { tools: toGeminiTools(request.tools) } : {}),
    ...(request.tools.length > 0 && request.noCalls ? { toolConfig: noCalls } : {}),
    generationConfig: {
      maxOutputTokens: traits.outputTokens,
      ...(traits.reasoning ? { thinkingConfig: { includeThoughts: true } } : {}),
    },
  };
  const toJson = olderModels.test(target.model) ? contentsJson.older : contentsJson.newer;
  const json = toJson(withUserTurns(request.messages), request.media, traits);
  return {
    url: `${rootOf(target)}/${modelPath(target.model)}:streamGenerateContent?alt=sse`,
    headers: { ...headersFor(target), 'content-type': 'application/json' },
    body: withJsonList(fields, 'contents', json),
  };
}

function isChatModel(model: Json): model is JsonObject & { name: string } {
  if (!isJsonObject(model) || typeof model.name !== 'string') return false;
  const methods = model.supportedGenerationMethods;
  return Array.isArray(methods) && methods.includes('generateContent');
}

function modelsPage(target: ProviderTarget, token?: string): HttpRequest {
  const page = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`;
  return { url: `${rootOf(target)}/models?pageSize=1000${page}`, headers: headersFor(target) };
}

/** `tunedModels/x` is a path already; a bare name is in `models/`. */
function modelPath(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`;
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The key goes into a header, not into the address, which servers log. */
function headersFor({ apiKey }: ProviderTarget): Partial<Record<(typeof geminiHeaders)[number], string>> {
  return apiKey ? { 'x-goog-api-key': apiKey } : {};
}

/** Adds the version to an address without a path. */
function rootOf({ baseUrl }: ProviderTarget): string {
  const root = baseUrl.replace(/\/+$/, '');
  return URL.canParse(root) && new URL(root).pathname === '/' ? `${root}/v1beta` : root;
}
