/** The registry of providers: one line per kind, whose code is loaded at its first use so that the engine starts small. */
import type { ProviderKind } from '#shared/models/provider.ts';
import type { Provider } from '#workers/contracts/provider.ts';

const loaders: Readonly<Record<ProviderKind, () => Promise<Provider>>> = {
  guide: async () => (await import('./guide/guide.ts')).guideProvider,
  'openai-chat': async () => (await import('./openai-chat/openai-chat.ts')).openaiChatProvider,
  'openai-responses': async () =>
    (await import('./openai-responses/openai-responses.ts')).openaiResponsesProvider,
  anthropic: async () => (await import('./anthropic/anthropic.ts')).anthropicProvider,
  gemini: async () => (await import('./gemini/gemini.ts')).geminiProvider,
  'on-device': async () => (await import('./on-device/on-device.ts')).onDeviceProvider,
};

export function loadProvider(kind: ProviderKind): Promise<Provider> {
  return loaders[kind]();
}
