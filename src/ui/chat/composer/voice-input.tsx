/** Speech recognition: the transcript is shown above the field and can be edited before it is sent. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { dictate, type Dictation } from '#src/page-services/dictation.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './voice-input.module.css';

export function VoiceInput() {
  const { chat, draftInput } = useApp();
  const session = chat.session.value;
  // Speech belongs to the chat in which listening began.
  useEffect(() => () => void (draftInput.isListening.value = false), [session]);
  const isTold = useSignal(readLocal('voice') === 'told');
  if (isTold.value) return <Listening />;
  return (
    <div class={styles.voice} role="group" aria-label={t('voice.label')}>
      <p>{t('voice.where')}</p>
      <div class="chips">
        <Button
          kind="primary"
          ref={(button) => button?.focus()}
          onClick={() => {
            writeLocal('voice', 'told');
            isTold.value = true;
          }}
        >
          {t('voice.start')}
        </Button>
        <Button onClick={() => (draftInput.isListening.value = false)}>{t('action.cancel')}</Button>
      </div>
    </div>
  );
}

function Listening() {
  const { drafts, draftInput, toasts } = useApp();
  const guess = useSignal('');
  const dictation = useRef<Dictation | undefined>(undefined);
  useEffect(() => {
    let isHere = true;
    const begun = dictate(spokenLanguage(), {
      onText(final, next) {
        if (!isHere) return;
        guess.value = next;
        if (final.trim() !== '') drafts.write(addWords(drafts.text.value, final));
      },
      onEnd(failure) {
        if (!isHere) return;
        if (failure) toasts.show(t(`voice.${failure}`));
        draftInput.isListening.value = false;
      },
    });
    dictation.current = begun;
    return () => {
      isHere = false;
      begun.abort();
    };
  }, []);
  return (
    <div class={classNames(styles.voice, styles.listening)} role="group" aria-label={t('voice.label')}>
      <span class="pulse" />
      <p role="status">{guess.value || t('voice.listening')}</p>
      <Button onClick={() => dictation.current?.stop()}>{t('voice.stop')}</Button>
    </div>
  );
}

/** The regional variant of the interface language, such as `en-GB`. */
function spokenLanguage(): string {
  return navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value;
}

/** Languages that put no spaces between words. */
const withoutSpaces: ReadonlySet<string> = new Set(['zh', 'ja']);

function addWords(before: string, said: string): string {
  const needsSpace = before !== '' && !/\s$/.test(before) && !withoutSpaces.has(language.value);
  return before + (needsSpace ? ' ' : '') + said.trim();
}
