/** Hands one run's changes to the list of them, which is fetched when it is opened. */
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { RunId } from '#shared/ids.ts';

export type ShownChanges = {
  run: RunId;
  /** Paths an undo left alone, because they changed after the run; they are asked about. */
  conflicts: ReadonlySignal<readonly string[]>;
  isBusy: ReadonlySignal<boolean>;
  /** All of the run where no paths are named. */
  undo(paths?: readonly string[], force?: boolean): void;
};

export const ChangesContext = createContext<ShownChanges | null>(null);
