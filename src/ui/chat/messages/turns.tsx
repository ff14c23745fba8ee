/** The turns of the chat: a message of the user and its answer. Memoized and laid out one by one, so that a long chat costs no more than its end. */
import { useMemo, useRef, useEffect, useLayoutEffect } from 'preact/hooks';
import type { RunId, MessageId } from '#shared/ids.ts';
import { textOf, type Message } from '#shared/conversation/message.ts';
import { useApp } from '#src/ui/app-context.ts';
import { ErrorBoundary } from '#src/ui/kit/error-boundary.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { RunChanges } from '#src/ui/calls/changes/run-changes.tsx';
import { UserMessage } from './user-message.tsx';
import styles from './messages.module.css';
import { useTurns } from '../use-turns.ts';

type TurnItem = {
  message: Message;
  isLive: boolean;
  /** The newest message. */
  isLast: boolean;
  isLastOfRun: boolean;
  /** An answer follows, or has started. */
  isAnswered: boolean;
};

/** Renders with each delta; its content is memoized. */
export function Turns({ isSending }: { isSending: boolean }) {
  const { chat } = useApp();
  const view = chat.view.value;
  useScrollToMessage();
  if (!view) return null;
  const { messages, run, isCut } = view;
  return (
    <>
      {isCut && <Earlier first={messages[0]?.id} />}
      {turnsOf(messages, run?.id, isSending).map((items) => (
        <Turn key={items[0]?.message.id} items={items} />
      ))}
    </>
  );
}

function turnsOf(messages: readonly Message[], live: RunId | undefined, isSending: boolean): TurnItem[][] {
  const turns: TurnItem[][] = [];
  // Regenerating: until the first step comes, the failed message is still the last.
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
    // A run is one turn, also if the user sent something during it.
    if (turn && (message.role !== 'user' || message.run === turn.at(-1)?.message.run)) turn.push(item);
    else turns.push([item]);
  });
  return turns;
}

function Turn({ items }: { items: readonly TurnItem[] }) {
  const before = useRef(items);
  if (!isSame(before.current, items)) before.current = items;
  const { current } = before;
  return useMemo(
    () => (
      <div class={styles.turn} data-turn>
        {current.map((item) => (
          <KeptItem key={item.message.id} item={item} items={item.isLastOfRun ? current : null} />
        ))}
      </div>
    ),
    [current],
  );
}

type KeptItemProps = { item: TurnItem; items: readonly TurnItem[] | null };

/**
 * Memoized, so that each step of a long run renders only what is new. `items`: all items of the turn, for the
 * last of a run.
 */
function KeptItem({ item, items }: KeptItemProps) {
  const { message, isLive, isLast, isAnswered } = item;
  return useMemo(
    () => (
      <ErrorBoundary fallback={<PlainMessage message={message} />}>
        <MessageItem {...item} steps={items ? stepsOf(items, message.run) : []} />
      </ErrorBoundary>
    ),
    [message, isLive, isLast, isAnswered, items],
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

/** Fallback if rendering a message throws: its plain text. */
function PlainMessage({ message }: { message: Message }) {
  return <p class="plain-text">{textOf(message)}</p>;
}

/** A run is within one turn: it begins with the user's message. */
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

/** A run that failed before its first step stores its error in the user's message; hidden once there is an answer. */
function Asked({ message, isLast, isAnswered }: AskedProps) {
  const error = !isAnswered && message.parts.findLast((part) => part.type === 'error')?.error;
  return (
    <>
      <UserMessage message={message} />
      {error && <ErrorNotice error={error} isLast={isLast} />}
    </>
  );
}

/** A few screens ahead, so that loading is not visible. */
const ahead = '2400px 0px 0px 0px';

/** `first`: observes again when the first message changes. */
function Earlier({ first }: { first: MessageId | undefined }) {
  const { chat } = useApp();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = mark.current?.closest('.scroller');
    if (!mark.current || !scroller) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Scroll anchoring does not work at scroll position 0.
        if (scroller.scrollTop === 0) scroller.scrollTop = 1;
        void chat.loadEarlier();
      },
      { root: scroller, rootMargin: ahead },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [first]);
  return <div ref={mark} />;
}

/** Scrolls to a search hit, and switches to its branch first. */
function useScrollToMessage(): void {
  const { chat, scrollTarget } = useApp();
  const turns = useTurns();
  const asked = useRef<MessageId | null>(null);
  const target = scrollTarget.value;
  const view = chat.view.value;
  const isReady = chat.phase.value === 'ready';
  useLayoutEffect(() => {
    if (!target || !isReady || view?.id !== target.session) return;
    const element = document.querySelector(`[data-message="${CSS.escape(target.message)}"]`);
    const isElsewhere = !view.messages.some(({ id }) => id === target.message);
    if (isElsewhere && asked.current !== target.message) {
      asked.current = target.message;
      if (!view.run) return turns.showBranch(target.message);
      // During a run the branch cannot be switched; the message may be in the part not loaded yet.
      if (view.isCut) return void chat.reload(target.message);
    }
    asked.current = null;
    scrollTarget.value = null;
    if (element) show(element);
  }, [target, view, isReady]);
}

function show(element: Element): void {
  const bring = () => element.scrollIntoView({ block: 'center' });
  bring();
  // Its height was only estimated (content-visibility) until it was in view.
  requestAnimationFrame(() => requestAnimationFrame(bring));
  const { found = '' } = styles;
  element.classList.add(found);
  element.addEventListener('animationend', () => element.classList.remove(found), { once: true });
}
