/** Whether the browser promised to keep what is stored here, and how much that is. */
import { signal, type ReadonlySignal } from '@preact/signals';

export type StorageState = {
  persistence: ReadonlySignal<'unknown' | 'kept' | 'at-risk' | 'refused'>;
  usedBytes: ReadonlySignal<number | null>;
  /** What the browser lets us use at most. */
  quotaBytes: ReadonlySignal<number | null>;
  refresh(): Promise<void>;
  ask(): Promise<void>;
};

export function createStorage(): StorageState {
  const persistence = signal<'unknown' | 'kept' | 'at-risk' | 'refused'>('unknown');
  const usedBytes = signal<number | null>(null);
  const quotaBytes = signal<number | null>(null);
  return {
    persistence,
    usedBytes,
    quotaBytes,
    async refresh() {
      persistence.value = (await navigator.storage.persisted()) ? 'kept' : 'at-risk';
      const { usage = null, quota = null } = await navigator.storage.estimate();
      usedBytes.value = usage;
      quotaBytes.value = quota;
    },
    async ask() {
      persistence.value = (await navigator.storage.persist()) ? 'kept' : 'refused';
    },
  };
}
