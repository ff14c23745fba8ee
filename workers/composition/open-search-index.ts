/** The index of search over all chats: opened at the first search, brought up to date after runs and deletions. */
import type { SearchIndex } from '#workers/domains/sessions/search-index.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { once } from './once.ts';

export type SearchIndexParts = {
  openSearchIndex(): Promise<SearchIndex>;
  /** Behind what the user waits for; runs that follow each other cost one update. */
  updateSearchSoon(): void;
  /** For when a tab died: what it deleted may still be in the index. */
  finishSearchRemovals(): Promise<void>;
};

const quietMs = 2_000;

export function openSearchIndexLater(store: SessionStore): SearchIndexParts {
  const openSearchIndex = once(async () => {
    const [{ createSearchIndex }, { openSearchDatabase }] = await Promise.all([
      import('#workers/domains/sessions/search-index.ts'),
      import('#workers/storage/search-database.ts'),
    ]);
    const ifFree = async (name: string, work: () => Promise<void>) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      });
    return createSearchIndex({ store, ifFree, open: once(() => openSearchDatabase()) });
  });
  const updateSearchSoon = createUpdates(async () => (await openSearchIndex()).update());
  return {
    openSearchIndex,
    updateSearchSoon,
    async finishSearchRemovals() {
      if ((await store.removalMark()) !== undefined) updateSearchSoon();
    },
  };
}

/** Updates once it was quiet for a while; again later where another tab had the lock. */
export function createUpdates(update: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      update()
        .then((isDone) => {
          if (!isDone) soon();
        })
        // What is to be removed stays marked: the next update, or the next start, removes it.
        .catch(console.warn);
    }, quietMs);
  };
}
