/** How much of a tool call is shown before it is tapped: one line, or its arguments and result as well. Remembered. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

export const callDetails = ['compact', 'detailed'] as const;
export type CallDetail = (typeof callDetails)[number];

/** Of the whole page, like the language: the cards and the settings that share it are fetched when they are shown. */
const chosen = signal<CallDetail>(readLocal('calls') === 'detailed' ? 'detailed' : 'compact');
export const callDetail: ReadonlySignal<CallDetail> = chosen;

export function chooseCallDetail(next: CallDetail): void {
  chosen.value = next;
  writeLocal('calls', next === 'compact' ? null : next);
}
