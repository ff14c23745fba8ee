/** The secondary parts of an answer: reasoning, notes about a request, and why a run ended early. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './messages.module.css';
import { assertNever } from '#shared/assert-never.ts';
import type { Message, Note } from '#shared/conversation/message.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import type { UsedMemory } from '#shared/memory/memory.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

/** Loaded with the first answer that was given memories. */
const UsedMemories = createLazyView<{ used: readonly UsedMemory[] }>(
  async () => (await import('./used-memories.tsx')).UsedMemories,
  ['memory'],
);

/** The reasoning of an answer, collapsed; it is formatted once it is opened. */
export function Reasoning({ text, isLive }: { text: string; isLive: boolean }) {
  const isOpen = useSignal(false);
  return (
    <details class={styles.reasoning} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      {/* On click, before it opens: otherwise the browser would first lay out the plain text in one task. */}
      <summary onClick={() => (isOpen.value = true)}>
        <Icon name="chevron-right" />
        {isLive ? t('chat.thinking') : t('chat.thought')}
      </summary>
      <div>
        {/* Plain text, so that the browser's search in the page finds it and opens the element. */}
        {isOpen.value ? <Markdown text={text} isLive={isLive} folder="" /> : <p class="plain-text">{text}</p>}
      </div>
    </details>
  );
}

/** Tells the user how a request was changed, so that nothing happens to a conversation unnoticed. */
export function StepNote({ note }: { note: Note }) {
  if (note.type === 'memories') return <UsedMemories used={note.used} />;
  // `planted` beside it tells the user; what was told is one list of all notes of the message.
  if (note.type === 'inherited' || note.type === 'told') return null;
  if (note.type !== 'summarised') return <p class={styles.stepNote}>{noteText(note)}</p>;
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

function noteText(note: Exclude<Note, { type: 'summarised' | 'memories' | 'inherited' | 'told' }>): string {
  switch (note.type) {
    case 'dropped':
      return t('note.dropped', { count: note.messages });
    case 'fallback':
      return t('note.fallback', { from: note.from, to: note.to, reason: sentenceFor(note.error) });
    case 'too-small':
      return t('note.too-small', { models: note.models.join(', ') });
    case 'cut-by-server':
      return t('note.cut-by-server', {
        ...{ host: note.host, counted: formatCount(note.counted), sent: formatCount(note.sent) },
      });
    case 'asked-again':
      return t('note.asked-again', { reason: sentenceFor(note.error) });
    case 'begun-again':
      return t('note.begun-again');
    case 'resumed':
      return t('note.resumed');
    case 'steered':
      return t('note.steered');
    case 'stopped':
      return t('outcome.stopped');
    case 'planted':
      return t('note.planted');
    default:
      return assertNever(note);
  }
}

/** Explains why a run ended before its answer was complete. */
export function OutcomeNote({ view }: { view: SessionView }) {
  const { chat } = useApp();
  const { outcome, messages } = view;
  // A failure has its own notice in the message.
  if (!outcome || outcome.type === 'completed' || outcome.type === 'failed') return null;
  if (outcome.type === 'stopped' && isMarked(messages.at(-1))) return null;
  return (
    <p class={styles.outcome}>
      {outcomeText(outcome)}
      {outcome.type !== 'stopped' && (
        <Button kind="chip" onClick={() => chat.send(t('chat.continue'))}>
          {t('action.continue')}
        </Button>
      )}
    </p>
  );
}

/** A run that was stopped before its answer began has no message with the note. */
function isMarked(last: Message | undefined): boolean {
  return last?.parts.some((part) => part.type === 'note' && part.note.type === 'stopped') ?? false;
}

export function outcomeText(outcome: Exclude<Outcome, { type: 'completed' | 'failed' }>): string {
  if (outcome.type !== 'budget') return t(`outcome.${outcome.type}`);
  const { limit, most } = outcome;
  const isCost = limit === 'run-cost' || limit === 'day-cost';
  return t(`outcome.budget-${limit}`, { most: isCost ? formatCost(most) : formatCount(most) });
}
