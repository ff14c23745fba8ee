/** A message of the user with its attachments; it can be edited. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { mediaOf, textOf, type Message } from '#shared/conversation/message.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { IconButton, QuietButton } from '#src/ui/kit/icon-button.tsx';
import { isShownTold, ToldNotes } from './told-notes.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { StepNote } from './notes.tsx';
import { LeftOutMark } from '#src/ui/calls/left-out-mark.tsx';
import { Media } from '#src/ui/calls/media.tsx';
import { useTurns } from '../use-turns.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { truncateText } from './truncate-text.ts';
import styles from './messages.module.css';
import { Form } from '#src/ui/kit/form/form.tsx';

const RestOfText = createLazyView(async () => (await import('./long-text.tsx')).RestOfText, ['common']);

/** Text being sent, before it is stored as a message. */
export function SentMessage({ text }: { text: string }) {
  const first = truncateText(text);
  return (
    <div class={styles.userMessage}>
      <span class="visually-hidden">{t('chat.you')}: </span>
      <div dir="auto">
        {first}
        {first.length < text.length && <RestOfText text={text.slice(first.length)} />}
      </div>
    </div>
  );
}

export function UserMessage({ message }: { message: Message }) {
  const { chat, viewport } = useApp();
  const turns = useTurns();
  const isEditing = useSignal(false);
  const isBack = useRef(false);
  const text = textOf(message);
  const notes = message.parts.flatMap((part) => (part.type === 'note' ? [part.note] : []));
  const told = notes.filter((note) => note.type === 'told').filter(isShownTold);
  if (isEditing.value)
    return (
      <EditField
        text={text}
        onCancel={() => {
          isBack.current = true;
          isEditing.value = false;
        }}
        onSave={(changed) => {
          isEditing.value = false;
          focusComposer(viewport.isTouch.value);
          turns.edit(message, changed);
        }}
      />
    );
  return (
    <div class={styles.userTurn} data-message={message.id}>
      {mediaOf(message).map((block) => (
        <Media key={block.blob} block={block} />
      ))}
      {text !== '' && <SentMessage text={text} />}
      <LeftOutMark of="messages" id={message.id} />
      {notes.map((note, at) => (
        <StepNote key={at} note={note} />
      ))}
      {told.length > 0 && <ToldNotes notes={told} />}
      <div class={styles.userActions}>
        <BranchSwitch message={message.id} />
        {text !== '' && <CopyButton text={text} label={t('chat.copy-message')} />}
        {text !== '' && <SavePromptButton text={text} />}
        {text !== '' && (
          <IconButton
            class={classNames('quiet', styles.editMessage)}
            icon="edit"
            label={t('chat.edit')}
            onClick={() => (isEditing.value = !chat.busy.value)}
            buttonRef={(button) => {
              // Cancelling the edit returns the focus to this button.
              if (button && isBack.current) button.focus();
              if (button) isBack.current = false;
            }}
          />
        )}
      </div>
    </div>
  );
}

type EditFieldProps = { text: string; onSave(text: string): void; onCancel(): void };

/** Edits a message in place. */
function EditField({ text, onSave, onCancel }: EditFieldProps) {
  const changed = useSignal(text);
  return (
    <Form
      layout="bare"
      class={styles.editField}
      label={t('chat.edit')}
      onSubmit={() => changed.value.trim() !== '' && onSave(changed.value.trim())}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}
    >
      <textarea
        dir="auto"
        rows={3}
        aria-label={t('chat.edit')}
        value={changed.value}
        onInput={(event) => (changed.value = event.currentTarget.value)}
        ref={(element) => element?.focus()}
      />
      <div class="chips">
        <button type="submit" class="button primary" disabled={changed.value.trim() === ''}>
          {t('composer.send')}
        </button>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </div>
    </Form>
  );
}

const SaveSheet = createLazyView<{ text: string; onClose: () => void }>(
  async () => (await import('#src/ui/prompts/save-sheet.tsx')).SaveSheet,
  ['prompts', 'common'],
);

/** The button under a message that saves it as a prompt; the form loads with the first click. */
function SavePromptButton({ text }: { text: string }) {
  const isOpen = useSignal(false);
  return (
    <>
      <QuietButton icon="bookmark" label={t('chat.save-prompt')} onClick={() => (isOpen.value = true)} />
      {isOpen.value && <SaveSheet text={text} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
