/** Whether the browser promised to keep what is stored here, and how much that is. */
import { signal, type ReadonlySignal } from '@preact/signals';

export type StorageState = {
  persistence: ReadonlySignal<'unknown' | 'kept' | 'at-risk' | 'refused'>;
  usedBytes: ReadonlySignal<number | null>;
  refresh(): Promise<void>;
  ask(): Promise<void>;
};

export function createStorage(): StorageState {
  const persistence = signal<'unknown' | 'kept' | 'at-risk' | 'refused'>('unknown');
  const usedBytes = signal<number | null>(null);
  return {
    persistence,
    usedBytes,
    async refresh() {
      persistence.value = (await navigator.storage.persisted()) ? 'kept' : 'at-risk';
      usedBytes.value = (await navigator.storage.estimate()).usage ?? null;
    },
    async ask() {
      persistence.value = (await navigator.storage.persist()) ? 'kept' : 'refused';
    },
  };
}
