/** The actions of a finished answer, and its cost. */
import { canShare, shareText } from '#src/page-services/share.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { AnswerCost } from './answer-cost.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { ReadAloud } from './read-aloud.tsx';
import { useTurns } from '../use-turns.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import styles from './answer-actions.module.css';

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
        <IconButton
          class="quiet"
          icon="share"
          label={t('chat.share')}
          onClick={() => void toasts.attempt(shareText(text), 'problem.call-failed')}
        />
      )}
      {isLast && (
        <IconButton
          class="quiet"
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
