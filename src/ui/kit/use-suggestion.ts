/** Suggestions in a language the current model understands. */
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { KeyOf } from '../../shared/text/index.ts';
import { inEnglish } from '#src/state/text/text.ts';

/** The languages of the built-in guide. */
const guideSpeaks: ReadonlySet<string> = new Set(['en', 'zh']);

export function useSuggestion() {
  const { provider, providers } = useApp();
  const isGuide = provider.value ? provider.value.kind === 'guide' : providers.startsWithGuide.value;
  const isForeign = isGuide && !guideSpeaks.has(language.value);
  return {
    isGuide,
    /** The guide does not speak the interface language. */
    isForeign,
    suggest: (key: KeyOf<'core'>) => (isForeign ? inEnglish(key) : t(key)),
  };
}
