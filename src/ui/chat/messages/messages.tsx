/** The messages of a chat, oldest first; lazily loaded. */
import '#src/ui/styles/details.css';
import '#src/ui/styles/more-icons.css';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { HandOverList } from './hand-over.tsx';
import { OutcomeNote } from './notes.tsx';
import { useShownChat } from '../shown-chat.ts';
import { SinceCard } from './since-card.tsx';
import { Turns } from './turns.tsx';
import type { Draft } from '#src/state/chat/draft-storage.ts';
import { AttachmentPreview } from '../attachments/attachment-preview.tsx';
import { SentMessage } from './user-message.tsx';
import attachmentsStyles from '../attachments/attachments.module.css';
import styles from './messages.module.css';
import type { SessionView } from '#shared/conversation/session.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useTurns } from '../use-turns.ts';
import { classNames } from '#src/ui/kit/class-names.ts';

export function Messages() {
  const { chat } = useApp();
  const phase = chat.phase.value;
  const { sending, refusal } = useShownChat();
  if (phase === 'missing') return <MissingChat />;
  if (phase === 'unreadable') return <UnreadableChat />;
  return (
    <>
      <Turns isSending={sending !== null} />
      {sending && <SendingMessage draft={sending} />}
      {refusal && <ErrorNotice error={refusal.error} isLast={false} />}
      {!sending && <RunEnd />}
      {chat.view.value && <SinceCard view={chat.view.value} />}
    </>
  );
}

/** The note after the last run: it waits for a decision, or why it ended early. */
function RunEnd() {
  const view = useApp().chat.view.value;
  if (!view) return null;
  if (!view.run)
    return (
      <>
        <HandOverList view={view} />
        <OutcomeNote view={view} />
      </>
    );
  return view.run.waiting ? <WaitingCard view={view} /> : null;
}

/** The chat may still exist; it only could not be read. */
function UnreadableChat() {
  const { chat } = useApp();
  return (
    <div class="empty">
      <p>{t('chat.unreadable')}</p>
      <p class="hint">{t('chat.unreadable-hint')}</p>
      <Button kind="chip" onClick={() => void chat.reload()}>
        {t('action.try-again')}
      </Button>
    </div>
  );
}

function MissingChat() {
  return (
    <div class="empty">
      <p>{t('chat.missing')}</p>
      <p class="hint">{t('chat.missing-hint')}</p>
    </div>
  );
}

/** A message being sent, before it is stored. */
function SendingMessage({ draft: { text, attachments } }: { draft: Draft }) {
  return (
    <div class={styles.userTurn}>
      {attachments.map((attachment) => (
        <div key={attachment.blob} class={attachmentsStyles.attachment}>
          <AttachmentPreview attachment={attachment} />
        </div>
      ))}
      {text !== '' && <SentMessage text={text} />}
    </div>
  );
}

/** Asks what to do with calls that were running when their tab was closed: repeating them may not be safe. */
function WaitingCard({ view }: { view: SessionView }) {
  const turns = useTurns();
  const waiting = view.run?.waiting ?? [];
  const calls = view.messages
    .at(-1)
    ?.parts.filter((part) => part.type === 'call' && waiting.includes(part.id));
  const names = (calls ?? []).flatMap((part) => (part.type === 'call' ? [part.name] : []));
  return (
    <div class={classNames(styles.notice, styles.waiting)} role="group" aria-label={t('waiting.title')}>
      <Icon name="alert" />
      <div class={styles.noticeBody}>
        <p>{t('waiting.what', { tools: names.join(', ') })}</p>
        <div class="chips">
          <Button kind="chip" onClick={() => turns.resume('repeat')}>
            {t('waiting.repeat')}
          </Button>
          <Button kind="chip" onClick={() => turns.resume('skip')}>
            {t('waiting.skip')}
          </Button>
        </div>
      </div>
    </div>
  );
}
