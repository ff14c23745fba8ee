/** When the user last left the screen Today: results since then are new. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

const key = 'today.visit';
const visit = signal(Number(readLocal(key)) || 0);

/** In milliseconds since the epoch; 0: never. */
export const lastVisit: ReadonlySignal<number> = visit;

export function leaveToday(): void {
  visit.value = Date.now();
  writeLocal(key, String(visit.value));
}
