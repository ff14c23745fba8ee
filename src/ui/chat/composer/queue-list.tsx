/** During a run: the choice between steering and waiting, and the messages that wait, which can be changed until they are sent. */
import { useSignal } from '@preact/signals';
import type { QueueChange, QueuedMessage } from '#shared/runs/queued-message.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';
import styles from './queue-list.module.css';

const keys = 'Ctrl ↵';

/** `onSteer`: sends the text in the field now; absent if there is none, or no run. */
export function QueueList({ onSteer }: { onSteer?: (() => void) | undefined }) {
  const { chat, drafts } = useApp();
  const { value: queue } = chat.queue;
  const { value: storing } = drafts.queue;
  return (
    <>
      {queue.length + storing.length > 0 && (
        <ul class={styles.queue} aria-label={t('queue.label')}>
          {queue.map((message, at) => (
            <QueueItem
              key={message.id}
              message={message}
              isAfter={goTogether(queue[at - 1], message)}
              isBefore={goTogether(message, queue[at + 1])}
            />
          ))}
          {storing.map(({ text, attachments, when }, at) => (
            <li key={at}>
              <QueueText
                text={text}
                files={attachments.map(({ name = '' }) => name)}
                label={t(`queue.${when}`)}
              />
            </li>
          ))}
        </ul>
      )}
      {onSteer && <SteerBar onSteer={onSteer} />}
    </>
  );
}

/** Says what Send does during a run, and offers the other way. */
function SteerBar({ onSteer }: { onSteer: () => void }) {
  const { viewport } = useApp();
  return (
    <div class={styles.steer}>
      <span class="hint">{t('queue.hint')}</span>
      <Button kind="chip" title={t('queue.steer-hint')} aria-keyshortcuts="Control+Enter" onClick={onSteer}>
        {t('queue.steer')}
        {!viewport.isTouch.value && <kbd aria-hidden="true">{keys}</kbd>}
      </Button>
    </div>
  );
}

/** `isAfter`, `isBefore`: it can change places with the one before or after it. */
type QueueItemProps = { message: QueuedMessage; isAfter: boolean; isBefore: boolean };

/** What steers goes first, so only messages of one kind change places. */
function goTogether(one: QueuedMessage | undefined, other: QueuedMessage | undefined): boolean {
  return one !== undefined && other !== undefined && (one.when === 'now') === (other.when === 'now');
}

function QueueItem({ message, isAfter, isBefore }: QueueItemProps) {
  const { chat } = useApp();
  const { id, when, text, files } = message;
  /** When it was to be sent before the edit, which holds it. */
  const before = useSignal<QueuedMessage['when'] | null>(null);
  const change = (wanted: QueueChange) => chat.changeQueued(id, wanted);
  if (before.value !== null) {
    const end = (wanted: QueueChange) => {
      before.value = null;
      change(wanted);
    };
    const back = before.value;
    return (
      <li>
        <EditText
          text={text}
          onSave={(changed) => end({ type: 'text', text: changed, when: back })}
          onCancel={() => end({ type: 'when', when: back })}
        />
      </li>
    );
  }
  return (
    <li>
      <QueueText text={text} files={files} label={t(`queue.${when}`)} />
      <div class={styles.actions}>
        <Choice when={when} onChoose={(wanted) => change({ type: 'when', when: wanted })} />
        <span class={styles.space} />
        {isAfter && (
          <QuietButton
            icon="arrow-up"
            label={t('queue.up')}
            onClick={() => change({ type: 'move', by: -1 })}
          />
        )}
        {isBefore && (
          <QuietButton
            icon="arrow-down"
            label={t('queue.down')}
            onClick={() => change({ type: 'move', by: 1 })}
          />
        )}
        <QuietButton
          icon="edit"
          label={t('queue.edit')}
          onClick={() => {
            before.value = when;
            // It must not be sent meanwhile.
            change({ type: 'when', when: 'held' });
          }}
        />
        <QuietButton icon="close" label={t('queue.remove')} onClick={() => change({ type: 'drop' })} />
      </div>
    </li>
  );
}

type ChoiceProps = { when: QueuedMessage['when']; onChoose(when: QueuedMessage['when']): void };

/** What else may become of a waiting message. */
function Choice({ when, onChoose }: ChoiceProps) {
  const isBusy = useApp().chat.busy.value;
  return (
    <>
      {isBusy && when !== 'now' && (
        <Button kind="text" title={t('queue.steer-hint')} onClick={() => onChoose('now')}>
          {t('queue.steer')}
        </Button>
      )}
      {when === 'held' && (
        <Button kind="text" onClick={() => onChoose('next')}>
          {t('queue.release')}
        </Button>
      )}
      {isBusy && when === 'now' && (
        <Button kind="text" onClick={() => onChoose('next')}>
          {t('queue.wait')}
        </Button>
      )}
    </>
  );
}

type QueueTextProps = { text: string; files: readonly string[]; label: string };

function QueueText({ text, files, label }: QueueTextProps) {
  return (
    <p class={styles.text}>
      <span dir="auto">{text || files.join(', ')}</span>
      <small>
        {text !== '' && files.length > 0 && `+${files.length} · `}
        {label}
      </small>
    </p>
  );
}

type EditTextProps = { text: string; onSave(text: string): void; onCancel(): void };

function EditText({ text, onSave, onCancel }: EditTextProps) {
  const changed = useSignal(text);
  const save = () => changed.value.trim() !== '' && onSave(changed.value.trim());
  return (
    <Form
      layout="bare"
      class={styles.edit}
      label={t('queue.edit')}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}
    >
      <textarea
        dir="auto"
        rows={2}
        aria-label={t('queue.edit')}
        value={changed.value}
        onInput={(event) => (changed.value = event.currentTarget.value)}
        ref={(element) => element?.focus()}
      />
      <div class="chips">
        <button type="submit" class="button primary" disabled={changed.value.trim() === ''}>
          {t('edit.save')}
        </button>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </div>
    </Form>
  );
}
