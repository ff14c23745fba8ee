/** The registry of providers: one line per wire. */
import type { ProviderKind } from '#shared/models/provider.ts';
import { lazyProvider } from './lazy-provider.ts';
import type { Provider } from '#workers/contracts/provider.ts';

export const providers: Readonly<Record<ProviderKind, Provider>> = {
  guide: lazyProvider(async () => (await import('./guide/guide.ts')).guideProvider),
  'openai-chat': lazyProvider(async () => (await import('./openai-chat/openai-chat.ts')).openaiChatProvider),
  'openai-responses': lazyProvider(
    async () => (await import('./openai-responses/openai-responses.ts')).openaiResponsesProvider,
  ),
  anthropic: lazyProvider(async () => (await import('./anthropic/anthropic.ts')).anthropicProvider),
  gemini: lazyProvider(async () => (await import('./gemini/gemini.ts')).geminiProvider),
  'on-device': lazyProvider(async () => (await import('./on-device/on-device.ts')).onDeviceProvider),
};
