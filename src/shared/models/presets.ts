/** Known services and servers: what fills the form, and their quirks. Others work as well. */
import type { ServerKind } from './provider.ts';
import { noQuirks, type ChatQuirks } from './quirks.ts';

export type Preset = {
  id: string;
  /** A brand name, the same in every language. */
  label: string;
  kind: ServerKind;
  /** As in the service's documentation. */
  baseUrl: string;
  /** Where the user gets a key; absent if none is needed. */
  keyPage?: string;
  /** For Chat Completions at this address, also if the preset itself uses another format. */
  quirks?: ChatQuirks;
};

export const presets = [
  {
    id: 'openai',
    label: 'OpenAI',
    kind: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
    quirks: { replyLimit: 'max_completion_tokens', cacheKeys: true },
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'gemini',
    label: 'Gemini',
    kind: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyPage: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    kind: 'openai-chat',
    baseUrl: 'http://localhost:11434/v1',
  },
  {
    id: 'lm-studio',
    label: 'LM Studio',
    kind: 'openai-chat',
    baseUrl: 'http://localhost:1234/v1',
  },
  {
    id: 'llama-cpp',
    label: 'llama.cpp',
    kind: 'openai-chat',
    baseUrl: 'http://localhost:8080/v1',
  },
  { id: 'vllm', label: 'vLLM', kind: 'openai-chat', baseUrl: 'http://localhost:8000/v1' },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    kind: 'openai-chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
    quirks: { replyLimit: 'max_tokens', cacheMarks: 'anthropic/' },
  },
  {
    id: 'groq',
    label: 'Groq',
    kind: 'openai-chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    quirks: { replyLimit: 'max_completion_tokens' },
  },
  {
    id: 'mistral',
    label: 'Mistral',
    kind: 'openai-chat',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    // Rejects unknown fields, and other call ids.
    quirks: { replyLimit: 'max_tokens', noStreamOptions: true, shortCallIds: true },
  },
  {
    id: 'deepseek',
    label: 'DeepSeek',
    kind: 'openai-chat',
    baseUrl: 'https://api.deepseek.com',
    keyPage: 'https://platform.deepseek.com/api_keys',
    // https://api-docs.deepseek.com/guides/thinking_mode: reasoning goes back in every later request.
    quirks: { replyLimit: 'max_tokens', returnsThoughts: true },
  },
  {
    id: 'xai',
    label: 'xAI',
    kind: 'openai-chat',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    quirks: { replyLimit: 'max_completion_tokens' },
  },
] as const satisfies readonly Preset[];

/** The preset with the host of this address, if there is one. */
export function presetAt(baseUrl: string): Preset | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { host } = new URL(baseUrl);
  return presets.find((preset) => new URL(preset.baseUrl).host === host);
}

export function quirksOf(baseUrl: string): ChatQuirks {
  return presetAt(baseUrl)?.quirks ?? noQuirks;
}
