/** The setting for tool calls in a chat: one line, or arguments and result as well. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

export const callDetails = ['compact', 'detailed'] as const;
export type CallDetail = (typeof callDetails)[number];

/** Module state, because the lazily loaded cards and settings share it. */
const chosen = signal<CallDetail>(readLocal('calls') === 'detailed' ? 'detailed' : 'compact');
export const callDetail: ReadonlySignal<CallDetail> = chosen;

export function chooseCallDetail(next: CallDetail): void {
  chosen.value = next;
  writeLocal('calls', next === 'compact' ? null : next);
}
