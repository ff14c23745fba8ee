/** The messages of the chat, oldest first, in a scroller that follows only those who are at the end. */
import { useComputed } from '@preact/signals';
import { textOf, type Message } from '../../shared/message.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Greeting } from './greeting.tsx';
import { RunChanges } from './run-changes.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import { useStickyScroll } from './sticky-scroll.ts';
import { SentMessage, UserMessage } from './user-message.tsx';
import { WaitingCard } from './waiting-card.tsx';

export function Transcript() {
  const { chat } = useApp();
  const { scroller, content, isAtEnd, scrollToEnd } = useStickyScroll(chat.session.value, chat.sending.value);
  return (
    <div class="transcript">
      <div class="scroller" ref={scroller} tabIndex={-1}>
        <div class="log" ref={content} role="log" aria-label={t('chat.log')} aria-live="off">
          <Messages />
        </div>
      </div>
      {!isAtEnd.value && (
        <div class="to-end">
          <IconButton icon="arrow-down" label={t('chat.to-bottom')} onClick={scrollToEnd} />
        </div>
      )}
    </div>
  );
}

function Messages() {
  const { chat } = useApp();
  const view = chat.view.value;
  const sending = useComputed(() => {
    const value = chat.sending.value;
    return value?.session === chat.session.value ? value : null;
  }).value;
  const refusal = chat.refusal.value?.session === chat.session.value ? chat.refusal.value : null;
  if (chat.phase.value === 'missing') return <MissingChat />;
  const messages = view?.messages ?? [];
  if (chat.phase.value === 'loading' && messages.length === 0) return null;
  if (messages.length === 0 && !sending && !refusal) return <Greeting />;
  return (
    <>
      {messages.map((message, at) => (
        <ErrorBoundary key={message.id} fallback={<PlainMessage message={message} />}>
          <MessageItem
            message={message}
            isLive={view?.run?.id === message.run && at === messages.length - 1}
            isLast={at === messages.length - 1 && !sending}
            isLastOfRun={view?.run?.id !== message.run && messages[at + 1]?.run !== message.run}
          />
        </ErrorBoundary>
      ))}
      {sending && <SentMessage text={sending.text} />}
      {refusal && <ErrorNotice error={refusal.error} isLast={false} />}
      {view?.run?.waiting && !sending && <WaitingCard view={view} />}
      {view && !view.run && !sending && <OutcomeNote view={view} />}
    </>
  );
}

/** For a message that cannot be drawn: its words, which is what the user came for. */
function PlainMessage({ message }: { message: Message }) {
  return <p class="plain-text">{textOf(message)}</p>;
}

type MessageItemProps = { message: Message; isLive: boolean; isLast: boolean; isLastOfRun: boolean };

function MessageItem({ message, isLive, isLast, isLastOfRun }: MessageItemProps) {
  if (message.role === 'user') return <Asked message={message} isLast={isLast} />;
  return (
    <>
      <AssistantMessage message={message} isLive={isLive} isLast={isLast} />
      {isLastOfRun && <RunChanges run={message.run} />}
      {isLastOfRun && <AnswerActions message={message} isLast={isLast} />}
    </>
  );
}

/** A run that failed before its first step has no other message to say so in. */
function Asked({ message, isLast }: { message: Message; isLast: boolean }) {
  return (
    <>
      <UserMessage message={message} />
      {message.parts.map(
        (part, at) => part.type === 'error' && <ErrorNotice key={at} error={part.error} isLast={isLast} />,
      )}
    </>
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
