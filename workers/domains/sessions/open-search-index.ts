/** The index of search over all chats: opened at the first search, brought up to date after runs and deletions. */
import type { SearchIndex } from './search-index.ts';
import type { SessionStore } from './store.ts';
import { once } from '#workers/engine/once.ts';

export type SearchIndexParts = {
  openSearchIndex(): Promise<SearchIndex>;
  /** Updates the index later (debounced), so that it delays nothing that the user waits for. */
  updateSearchSoon(): void;
  /** Removes deleted messages that are still in the index because the tab that deleted them died. */
  finishSearchRemovals(): Promise<void>;
};

const quietMs = 2_000;

export function openSearchIndexLater(store: SessionStore): SearchIndexParts {
  const openSearchIndex = once(async () => {
    const [{ createSearchIndex }, { openSearchDatabase }] = await Promise.all([
      import('./search-index.ts'),
      import('#workers/storage/search-database.ts'),
    ]);
    const ifFree = async (name: string, work: () => Promise<void>) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      });
    return createSearchIndex({ store, ifFree, open: once(() => openSearchDatabase()) });
  });
  const updateSearchSoon = debounceUpdate(async () => (await openSearchIndex()).update());
  return {
    openSearchIndex,
    updateSearchSoon,
    async finishSearchRemovals() {
      if ((await store.removalMark()) !== undefined) updateSearchSoon();
    },
  };
}

/** Debounces `update` by `quietMs`, and repeats it later if it returns false: another tab has the lock. */
export function debounceUpdate(update: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      update()
        .then((isDone) => {
          if (!isDone) soon();
        })
        // Messages to remove stay marked: the next update, or the next start, removes them from the index.
        .catch(console.warn);
    }, quietMs);
  };
}
