/** The registry of providers: one line per wire. */
import type { ProviderKind } from '../../src/shared/provider.ts';
import { guideProvider } from './guide/guide.ts';
import { openaiChatProvider } from './openai-chat.ts';
import type { Provider } from './provider.ts';

export const providers: Readonly<Record<ProviderKind, Provider>> = {
  guide: guideProvider,
  'openai-chat': openaiChatProvider,
};
