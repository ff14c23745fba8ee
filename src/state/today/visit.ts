/** When the user last left the screen Today: results since then are new. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { readLocal, writeLocal } from '../base/local-store.ts';

const key = 'today.visit';
const visit = signal(stored());

/** In milliseconds since the epoch; 0: never. */
export const lastVisit: ReadonlySignal<number> = visit;

// Another tab stored a visit.
window.addEventListener('storage', () => (visit.value = stored()));

export function leaveToday(): void {
  visit.value = Date.now();
  writeLocal(key, String(visit.value));
}

/** A visit that was stored while the clock was ahead must not hide later results. */
function stored(): number {
  return Math.min(Number(readLocal(key)) || 0, Date.now());
}
