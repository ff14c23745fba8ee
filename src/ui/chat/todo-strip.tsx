/** The to-do list of this chat, in one line above the composer; it opens to the whole list. */
import '#src/ui/styles/more-icons.css';
import { useSignal, signal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import { visibleText } from '#shared/invisible.ts';
import { isSettled, todosOf, type Todo, type TodoList } from '#shared/conversation/todo.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import styles from './todo-strip.module.css';
import type { MessageId } from '#shared/ids.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';

/** Long enough to see that everything is done. */
const lingerMs = 8_000;

const dismissedKey = 'dismissed-todos';
/** Bounds the stored value. */
const maxDismissed = 50;

/** The messages whose to-do lists the user has dismissed; a new list is shown again. */
const dismissed = signal<readonly string[]>((readLocal(dismissedKey) ?? '').split(' ').filter(Boolean));

export function TodoStrip() {
  const isOpen = useSignal(false);
  const items = useId();
  const list = useTodoList(isOpen.value);
  if (!list) return null;
  const { todos } = list;
  return (
    <section class={styles.todos} aria-label={t('todos.title')}>
      <div class={styles.todosHead}>
        <button
          type="button"
          class={styles.todosLine}
          aria-expanded={isOpen.value}
          aria-controls={items}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="todo" />
          <span class={styles.todosCount}>{countText(todos)}</span>
          <span class={styles.todosCurrent}>{visibleText(currentOf(todos)?.content ?? '')}</span>
          <Icon name={isOpen.value ? 'chevron-down' : 'chevron-right'} />
        </button>
        <QuietButton icon="close" label={t('todos.hide')} onClick={() => dismissTodos(list.message)} />
      </div>
      <ol id={items} hidden={!isOpen.value}>
        {isOpen.value && todos.map((todo, at) => <TodoItem key={at} todo={todo} />)}
      </ol>
    </section>
  );
}

/** The todo list to show; `null` if the chat has no list, the user dismissed it, or every item has been done for some time. */
function useTodoList(isOpen: boolean): TodoList | null {
  const { chat } = useApp();
  const view = chat.view.value;
  const list = view ? (todosOf(view.messages) ?? view.todos) : undefined;
  const todos = list?.todos ?? [];
  const isOngoing = view?.run !== undefined || !todos.every(isSettled);
  const isRecent = useLinger(isOngoing);
  if (!list || todos.length === 0 || dismissed.value.includes(list.message)) return null;
  return isRecent || isOpen ? list : null;
}

/** True while `isWanted`, and for `lingerMs` after it. */
function useLinger(isWanted: boolean): boolean {
  const [lingers, setLingers] = useState(isWanted);
  useEffect(() => {
    if (isWanted) return setLingers(true);
    const timer = setTimeout(() => setLingers(false), lingerMs);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isWanted || lingers;
}

function TodoItem({ todo: { content, status, priority } }: { todo: Todo }) {
  return (
    <li data-status={status} aria-current={status === 'in_progress' ? 'step' : undefined}>
      <span class={styles.todoMark} role="img" aria-label={t(`todos.${toKey(status)}`)}>
        {status === 'completed' && <Icon name="check" />}
        {status === 'cancelled' && <Icon name="close" />}
      </span>
      <span class={styles.todoText} dir="auto">
        {visibleText(content)}
      </span>
      {priority === 'high' && <small>{t('todos.high')}</small>}
    </li>
  );
}

function countText(todos: readonly Todo[]): string {
  return t('todos.count', { done: todos.filter(isSettled).length, total: todos.length });
}

/** The item in progress, else the next one. */
function currentOf(todos: readonly Todo[]): Todo | undefined {
  return (
    todos.find(({ status }) => status === 'in_progress') ?? todos.find(({ status }) => status === 'pending')
  );
}

function dismissTodos(message: MessageId): void {
  dismissed.value = [...dismissed.value, message].slice(-maxDismissed);
  writeLocal(dismissedKey, dismissed.value.join(' '));
}
