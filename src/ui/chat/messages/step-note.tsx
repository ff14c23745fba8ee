/** One quiet line about what was done to a request: nothing happens to a conversation behind its back. */
import { assertNever } from '#shared/assert-never.ts';
import type { Note } from '#shared/conversation/message.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './messages.module.css';

export function StepNote({ note }: { note: Note }) {
  if (note.type !== 'summarised') return <p class={styles.stepNote}>{sayNote(note)}</p>;
  return (
    <details class={classNames(styles.reasoning, styles.stepNote)}>
      <summary>
        <Icon name="chevron-right" />
        {t('note.summarised', { count: note.messages })}
      </summary>
      <p>{note.text}</p>
    </details>
  );
}

function sayNote(note: Exclude<Note, { type: 'summarised' }>): string {
  switch (note.type) {
    case 'dropped':
      return t('note.dropped', { count: note.messages });
    case 'fallback':
      return t('note.fallback', { from: note.from, to: note.to, reason: sentenceFor(note.error) });
    case 'asked-again':
      return t('note.asked-again', { reason: sentenceFor(note.error) });
    case 'resumed':
      return t('note.resumed');
    default:
      return assertNever(note);
  }
}
