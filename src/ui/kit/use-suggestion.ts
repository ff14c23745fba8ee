/** Something to try, in words that whoever answers understands. */
import { core as english } from '#shared/text/en/core.ts';
import type { TextKey } from '#shared/text/index.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';

/** Its rules are written for these. */
const guideSpeaks: ReadonlySet<string> = new Set(['en', 'zh']);

export function useSuggestion() {
  const { provider, providers } = useApp();
  const isGuide = provider.value ? provider.value.kind === 'guide' : providers.startsWithGuide.value;
  const isForeign = isGuide && !guideSpeaks.has(language.value);
  return {
    isGuide,
    /** The one who answers does not speak the language of the interface. */
    isForeign,
    suggest: (key: TextKey) => (isForeign ? english[key] : t(key)),
  };
}
