/** What the user said, and all that came of it: drawn and laid out apart, so that a long chat costs no more than its end. */
import { useMemo, useRef } from 'preact/hooks';
import type { RunId } from '#shared/ids.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import { ErrorBoundary } from '#src/ui/kit/error-boundary.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { RunChanges } from '../changes/run-changes.tsx';
import { UserMessage } from './user-message.tsx';
import styles from './messages.module.css';

export type TurnItem = {
  message: Message;
  isLive: boolean;
  /** Nothing was said since. */
  isLast: boolean;
  isLastOfRun: boolean;
  /** An answer stands below it, or has begun. */
  isAnswered: boolean;
};

export function turnsOf(
  messages: readonly Message[],
  live: RunId | undefined,
  isSending: boolean,
): TurnItem[][] {
  const turns: TurnItem[][] = [];
  // Answered anew: until its first step comes, what went wrong before is still at the end.
  const isStarting = live !== undefined && messages.at(-1)?.run !== live;
  messages.forEach((message, at) => {
    const isEnd = at === messages.length - 1;
    const item = {
      message,
      isLive: message.run === live && isEnd,
      isLast: isEnd && !isSending && !isStarting,
      isAnswered: messages[at + 1]?.role === 'assistant' || (isEnd && isStarting),
      isLastOfRun: message.run !== live && messages[at + 1]?.run !== message.run,
    };
    const turn = turns.at(-1);
    if (turn && message.role !== 'user') turn.push(item);
    else turns.push([item]);
  });
  return turns;
}

export function Turn({ items }: { items: readonly TurnItem[] }) {
  const before = useRef(items);
  if (!isSame(before.current, items)) before.current = items;
  const { current } = before;
  return useMemo(
    () => (
      <div class={styles.turn} data-turn>
        {current.map((item) => (
          <ErrorBoundary key={item.message.id} fallback={<PlainMessage message={item.message} />}>
            <MessageItem {...item} steps={item.isLastOfRun ? stepsOf(current, item.message.run) : []} />
          </ErrorBoundary>
        ))}
      </div>
    ),
    [current],
  );
}

function isSame(some: readonly TurnItem[], others: readonly TurnItem[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return (
        one.message === other?.message &&
        one.isLive === other.isLive &&
        one.isLast === other.isLast &&
        one.isAnswered === other.isAnswered &&
        one.isLastOfRun === other.isLastOfRun
      );
    })
  );
}

/** For a message that cannot be drawn: its words, which is what the user came for. */
function PlainMessage({ message }: { message: Message }) {
  return <p class="plain-text">{textOf(message)}</p>;
}

/** A run is never in two turns: it begins with what the user said. */
function stepsOf(items: readonly TurnItem[], run: RunId): Message[] {
  return items.flatMap(({ message }) =>
    message.run === run && message.role === 'assistant' ? [message] : [],
  );
}

type MessageItemProps = TurnItem & { steps: readonly Message[] };

function MessageItem({ message, steps, isLive, isLast, isLastOfRun, isAnswered }: MessageItemProps) {
  if (message.role === 'user') return <Asked message={message} isLast={isLast} isAnswered={isAnswered} />;
  return (
    <>
      <AssistantMessage message={message} isLive={isLive} isLast={isLast} />
      {isLastOfRun && <RunChanges run={message.run} />}
      {isLastOfRun && <AnswerActions message={message} steps={steps} isLast={isLast} />}
    </>
  );
}

type AskedProps = Pick<TurnItem, 'message' | 'isLast' | 'isAnswered'>;

/** A run that failed before its first step has no other message to say so in; once there is an answer, it is past. */
function Asked({ message, isLast, isAnswered }: AskedProps) {
  const error = !isAnswered && message.parts.findLast((part) => part.type === 'error')?.error;
  return (
    <>
      <UserMessage message={message} />
      {error && <ErrorNotice error={error} isLast={isLast} />}
    </>
  );
}
