/** Context with one run's changes for the list, which is lazily loaded. */
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { RunId } from '#shared/ids.ts';

export type ShownChanges = {
  run: RunId;
  /** Paths an undo skipped because they changed after the run; they need a confirmation. */
  conflicts: ReadonlySignal<readonly string[]>;
  isBusy: ReadonlySignal<boolean>;
  /** Without paths: all changes of the run. */
  undo(paths?: readonly string[], force?: boolean): void;
};

export const ChangesContext = createContext<ShownChanges | null>(null);
