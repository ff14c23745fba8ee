/** Remembers the file that is being opened, so that one that freezes the page is not opened again by a reload. */
import { readLocal, writeLocal } from '../base/local-store.ts';

const key = 'opening-file';
/** By then it has been laid out, or the page is frozen. */
const laidOutMs = 1_500;

/** False if the page ended while this file was being opened. */
export function mayOpen(path: string): boolean {
  return readLocal(key) !== path;
}

/** Call it before the file is shown; `end` when it is left. */
export function beginOpening(path: string): { end(): void } {
  writeLocal(key, path);
  const end = () => {
    clearTimeout(timer);
    removeEventListener('pagehide', end);
    if (readLocal(key) === path) writeLocal(key, null);
  };
  // A timer starts after the task in which the file is laid out.
  const timer = setTimeout(end, laidOutMs);
  // A frozen page runs no listener.
  addEventListener('pagehide', end);
  return { end };
}
