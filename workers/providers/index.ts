/** The registry of providers: one line per kind, whose code is loaded at its first use so that the engine starts small. */
import type { ProviderKind, ServerKind } from '#shared/models/provider.ts';
import type { Provider, ServerProvider } from '#workers/contracts/provider.ts';

const servers: Readonly<Record<ServerKind, () => Promise<ServerProvider>>> = {
  'openai-chat': async () => (await import('./openai-chat/openai-chat.ts')).openaiChatProvider,
  'openai-responses': async () =>
    (await import('./openai-responses/openai-responses.ts')).openaiResponsesProvider,
  anthropic: async () => (await import('./anthropic/anthropic.ts')).anthropicProvider,
  gemini: async () => (await import('./gemini/gemini.ts')).geminiProvider,
};

const loaders: Readonly<Record<ProviderKind, () => Promise<Provider>>> = {
  ...servers,
  guide: async () => (await import('./guide/guide.ts')).guideProvider,
  'on-device': async () => (await import('./on-device/on-device.ts')).onDeviceProvider,
};

export function loadProvider(kind: ServerKind): Promise<ServerProvider>;
export function loadProvider(kind: ProviderKind): Promise<Provider>;
export function loadProvider(kind: ProviderKind): Promise<Provider> {
  return loaders[kind]();
}
