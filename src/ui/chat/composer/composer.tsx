/** The composer; also usable while an answer streams. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { isLongText } from '#src/state/chat/long-text.ts';
import { pastedFiles } from '../attachments/pasted-files.ts';
import { Messages, ProcessList, TodoStrip } from '../lazy-messages.ts';
import { StatusLine } from '../status-line.tsx';
import styles from './composer.module.css';

const ComposerExtras = createLazyView(
  async () => (await import('./composer-extras.tsx')).ComposerExtras,
  ['chat'],
);
const QueueList = createLazyView<{ onSteer?: (() => void) | undefined }>(
  async () => (await import('./queue-list.tsx')).QueueList,
  ['chat', 'common'],
);
const PromptPicker = createLazyView<{ field: RefObject<HTMLTextAreaElement | null> }>(
  async () => (await import('#src/ui/prompts/prompt-picker.tsx')).PromptPicker,
  ['common', 'prompts'],
);
const SharedCard = createLazyView(async () => (await import('./shared-card.tsx')).SharedCard, ['common']);
const hasVoice = 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;

export function Composer() {
  const { chat, drafts, draftInput, prompts, shared, viewport, problem } = useApp();
  const canSend = problem.value === null && !draftInput.isReading.value;
  const hasFiles = drafts.attachments.value.length > 0;
  const isEmpty = drafts.text.value.trim() === '' && !hasFiles;
  const hasExtras =
    hasFiles || draftInput.isReading.value || draftInput.isListening.value || draftInput.isChoosing.value;
  const isDropping = useFileDrop();
  const field = useRef<HTMLTextAreaElement>(null);

  function send(when: 'now' | 'next' = 'next'): void {
    if (isEmpty || !canSend) return;
    draftInput.isListening.value = false;
    const { text, attachments } = drafts.take();
    const draft = { text: text.trim(), attachments };
    if (!prompts.reply(chat.session.value, draft)) chat.send(draft.text, attachments, when);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // On touch screens Enter inserts a line break; input methods use Enter to compose.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    const steers = event.ctrlKey || event.metaKey;
    if (viewport.isTouch.value && !steers) return;
    event.preventDefault();
    send(steers ? 'now' : 'next');
  }

  return (
    <footer class={styles.composer}>
      {chat.session.value && <TodoStrip key={chat.session.value} />}
      {chat.session.value && (
        <ProcessList key={`processes ${chat.session.value}`} session={chat.session.value} />
      )}
      <StatusLine />
      <Queue canSend={!isEmpty && canSend} onSteer={() => send('now')} />
      {shared.waiting.value && <SharedCard />}
      {hasExtras && <ComposerExtras />}
      {drafts.text.value.startsWith('/') && <PromptPicker field={field} />}
      <div class={styles.field} data-dropping={isDropping}>
        <RoundButton
          kind="quiet"
          icon="plus"
          label={t('composer.attach')}
          disabled={problem.value !== null}
          onClick={() => (draftInput.isChoosing.value = true)}
        />
        <MessageField area={field} onKeyDown={onKeyDown} />
        {hasVoice && isEmpty && <VoiceButton />}
        <ComposerButtons isEmpty={isEmpty} canSend={canSend} onSend={() => send()} />
      </div>
    </footer>
  );
}

/** During a run a message follows the answer, or steers it. */
function Queue({ canSend, onSteer }: { canSend: boolean; onSteer: () => void }) {
  const { chat, drafts } = useApp();
  const maySteer = chat.busy.value && canSend;
  if (!maySteer && chat.queue.value.length + drafts.queue.value.length === 0) return null;
  return <QueueList onSteer={maySteer ? onSteer : undefined} />;
}

function VoiceButton() {
  const { draftInput, problem } = useApp();
  if (draftInput.isListening.value) return null;
  return (
    <RoundButton
      kind="quiet"
      icon="mic"
      label={t('composer.speak')}
      disabled={problem.value !== null}
      onClick={() => (draftInput.isListening.value = true)}
    />
  );
}

/** Lazily loaded when something is first dragged over the page. */
function useFileDrop(): boolean {
  const { draftInput } = useApp();
  const isOver = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const load = () =>
      void import('../attachments/file-drop.ts').then(({ watchFileDrop }) =>
        watchFileDrop(
          (files) => void draftInput.add(files),
          (over) => (isOver.value = over),
          signal,
        ),
      );
    addEventListener('dragenter', load, { once: true, signal });
    return () => listening.abort();
  }, []);
  return isOver.value;
}

type ComposerButtonsProps = { isEmpty: boolean; canSend: boolean; onSend: () => void };

/** Stop is shown during a run; Send joins it when there is text, and queues the message for after the answer. */
function ComposerButtons({ isEmpty, canSend, onSend }: ComposerButtonsProps) {
  const { chat } = useApp();
  const stops = chat.canStop.value;
  return (
    <>
      {stops && (
        <RoundButton
          kind={isEmpty ? 'main' : 'quiet'}
          icon="stop"
          label={t('composer.stop')}
          onClick={chat.stop}
        />
      )}
      {(!stops || !isEmpty) && (
        <RoundButton
          kind="main"
          icon="arrow-up"
          label={t('composer.send')}
          disabled={isEmpty || !canSend}
          onClick={onSend}
        />
      )}
    </>
  );
}

type RoundButtonProps = {
  kind: 'main' | 'quiet';
  icon: IconName;
  label: string;
  disabled?: boolean;
  onClick: () => void;
};

function RoundButton({ kind, icon, label, disabled = false, onClick }: RoundButtonProps) {
  return (
    <button
      type="button"
      class={kind === 'main' ? styles.send : 'icon-button'}
      key={label}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

type MessageFieldProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
};

function MessageField({ area, onKeyDown }: MessageFieldProps) {
  const { chat, drafts, draftInput, viewport, problem } = useApp();

  useSignalEffect(() => {
    void drafts.text.value;
    const element = area.current;
    // For browsers without `field-sizing`.
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  });
  const session = chat.session.value;
  useEffect(() => {
    // On touch screens the focus would open the keyboard over the transcript.
    if (!viewport.isTouch.value) area.current?.focus();
  }, [session]);

  /** A text that would freeze the field is attached as a file. */
  function takeLong(event: Event, data: DataTransfer | null, name: string): void {
    const text = data?.getData('text/plain') ?? '';
    if (!isLongText(text)) return;
    event.preventDefault();
    void draftInput.addText(text, name);
  }

  return (
    <textarea
      dir="auto"
      ref={area}
      rows={1}
      disabled={problem.value !== null}
      aria-label={t('composer.message')}
      placeholder={t('composer.message')}
      value={drafts.text.value}
      onInput={(event) => {
        Messages.fetch();
        drafts.write(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      onDrop={(event) => {
        // Files are taken by the whole page (`file-drop.ts`).
        if (!event.dataTransfer?.types.includes('Files')) takeLong(event, event.dataTransfer, 'dropped.txt');
      }}
      onPaste={(event) => {
        const files = pastedFiles(event);
        if (files.length === 0) return takeLong(event, event.clipboardData, 'pasted.txt');
        event.preventDefault();
        void draftInput.add(files);
      }}
    />
  );
}
