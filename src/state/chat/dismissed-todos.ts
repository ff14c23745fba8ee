/** To-do lists that the user does not want to see any more, by the message that wrote them; a new list is shown again. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { MessageId } from '#shared/ids.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

const key = 'dismissed-todos';
/** Older ones are in chats that nobody opens any more. */
const mostKept = 50;

const kept = signal<readonly string[]>((readLocal(key) ?? '').split(' ').filter(Boolean));
export const dismissedTodos: ReadonlySignal<readonly string[]> = kept;

export function dismissTodos(message: MessageId): void {
  kept.value = [...kept.value, message].slice(-mostKept);
  writeLocal(key, kept.value.join(' '));
}
