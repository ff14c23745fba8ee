/** Reads an answer aloud; stops on a second tap or when it is unmounted. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { speak } from '#src/page-services/speech.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { guessLanguage } from './guess-language.ts';

export function ReadAloud({ text }: { text: string }) {
  const { toasts } = useApp();
  const isReading = useSignal(false);
  const reading = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function read(): Promise<void> {
    const current = new AbortController();
    reading.current = current;
    isReading.value = true;
    try {
      // The Markdown parser is loaded already.
      const { spokenPieces } = await import('#src/ui/markdown/spoken-text.ts');
      const pieces = await spokenPieces(text);
      const wasSaid = await speak(pieces, guessLanguage(pieces.join(' '), language.value), current.signal);
      if (!wasSaid && !current.signal.aborted) toasts.show(t('aloud.failed'));
    } finally {
      isReading.value = false;
    }
  }

  return (
    <IconButton
      class="quiet"
      icon={isReading.value ? 'stop' : 'speaker'}
      label={t(isReading.value ? 'aloud.stop' : 'aloud.start')}
      onClick={() => (isReading.value ? reading.current?.abort() : void read())}
    />
  );
}
