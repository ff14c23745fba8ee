/** What was said in a chat, oldest first; fetched when there is something to show, or about to be. */
import { textOf, type Message } from '../../shared/message.ts';
import { t } from '../../state/text.ts';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { RunChanges } from './run-changes.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import { useShownChat } from './shown-chat.ts';
import { useJump } from './use-jump.ts';
import { SentMessage, UserMessage } from './user-message.tsx';
import { WaitingCard } from './waiting-card.tsx';
import '../styles/calls.css';
import '../styles/changes.css';

export function Messages() {
  const { view, phase, sending, refusal } = useShownChat();
  useJump();
  if (phase === 'missing') return <MissingChat />;
  const messages = view?.messages ?? [];
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
