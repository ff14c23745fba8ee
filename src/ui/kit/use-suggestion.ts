/** Something to try, in words that whoever answers understands. */
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { KeyOf } from '../../shared/text/index.ts';
import { inEnglish } from '#src/state/text/text.ts';

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
    suggest: (key: KeyOf<'core'>) => (isForeign ? inEnglish(key) : t(key)),
  };
}
