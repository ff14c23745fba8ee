/** A message of the user with its attachments; it can be edited. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { mediaOf, textOf, type Message } from '#shared/conversation/message.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { SavePromptButton } from '#src/ui/prompts/save-prompt-button.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { EditField } from './edit-field.tsx';
import { StepNote } from './notes.tsx';
import { Media } from '#src/ui/calls/media.tsx';
import { useTurns } from '../use-turns.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { truncateText } from './truncate-text.ts';
import styles from './messages.module.css';

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
  const notes = message.parts.filter((part) => part.type === 'note');
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
      {notes.map((part) => (
        <StepNote key={part.note.type} note={part.note} />
      ))}
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
