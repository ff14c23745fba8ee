/** The actions of a finished answer, and its cost. */
import { canShare, shareText } from '#src/page-services/share.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import { t, language } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { AnswerCost } from './answer-cost.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { useTurns } from '../use-turns.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import styles from './answer-actions.module.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { speak } from '#src/page-services/speech.ts';
import { guessLanguage } from './guess-language.ts';

/** `steps`: the messages of its run, `message` the last of them. */
type AnswerActionsProps = { message: Message; steps: readonly Message[]; isLast: boolean };

export function AnswerActions({ message, steps, isLast }: AnswerActionsProps) {
  const { chat, toasts, viewport } = useApp();
  const turns = useTurns();
  const [first] = steps;
  const text = textOf(message).trim();
  return (
    <div class={styles.answerActions}>
      {text !== '' && <CopyButton text={text} label={t('chat.copy-answer')} />}
      {text !== '' && 'speechSynthesis' in window && <ReadAloud text={text} />}
      {text !== '' && canShare && (
        <QuietButton
          icon="share"
          label={t('chat.share')}
          onClick={() => void toasts.attempt(shareText(text), 'problem.call-failed')}
        />
      )}
      {isLast && (
        <QuietButton
          icon="reset"
          label={t('chat.regenerate')}
          onClick={() => {
            if (chat.busy.value) return;
            turns.regenerate();
            focusComposer(viewport.isTouch.value);
          }}
        />
      )}
      {first && <BranchSwitch message={first.id} />}
      <AnswerCost steps={steps} />
    </div>
  );
}

/** Reads an answer aloud; stops on a second tap or when it is unmounted. */
function ReadAloud({ text }: { text: string }) {
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
    <QuietButton
      icon={isReading.value ? 'stop' : 'speaker'}
      label={t(isReading.value ? 'aloud.stop' : 'aloud.start')}
      onClick={() => (isReading.value ? reading.current?.abort() : void read())}
    />
  );
}
