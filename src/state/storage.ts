/** Persistent storage: whether the browser granted it, and how much is used. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { readLocal, writeLocal } from './base/local-store.ts';

const askedKey = 'storage-asked';

export type StorageState = {
  persistence: ReadonlySignal<'unknown' | 'kept' | 'at-risk' | 'refused'>;
  usedBytes: ReadonlySignal<number | null>;
  quotaBytes: ReadonlySignal<number | null>;
  refresh(): Promise<void>;
  ask(): Promise<void>;
  /** Requests persistence unless it was requested before. */
  askOnce(): Promise<void>;
};

export function createStorage(): StorageState {
  const persistence = signal<'unknown' | 'kept' | 'at-risk' | 'refused'>('unknown');
  const usedBytes = signal<number | null>(null);
  const quotaBytes = signal<number | null>(null);

  async function ask(): Promise<void> {
    writeLocal(askedKey, 'yes');
    persistence.value = (await navigator.storage.persist()) ? 'kept' : 'refused';
  }

  return {
    persistence,
    usedBytes,
    quotaBytes,
    async refresh() {
      const unkept = readLocal(askedKey) === null ? 'at-risk' : 'refused';
      persistence.value = (await navigator.storage.persisted()) ? 'kept' : unkept;
      const { usage = null, quota = null } = await navigator.storage.estimate();
      usedBytes.value = usage;
      quotaBytes.value = quota;
    },
    ask,
    async askOnce() {
      if (readLocal(askedKey) === null) await ask();
    },
  };
}
