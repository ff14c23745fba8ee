/** To-do lists that the user has dismissed, by the message that contains them; a new list is shown again. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { MessageId } from '#shared/ids.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

const key = 'dismissed-todos';
/** Bounds the stored value. */
const maxKept = 50;

const kept = signal<readonly string[]>((readLocal(key) ?? '').split(' ').filter(Boolean));
export const dismissedTodos: ReadonlySignal<readonly string[]> = kept;

export function dismissTodos(message: MessageId): void {
  kept.value = [...kept.value, message].slice(-maxKept);
  writeLocal(key, kept.value.join(' '));
}
