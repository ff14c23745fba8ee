/** The index of search over all chats: opened at the first search, brought up to date after runs. */
import type { SearchIndex } from '#workers/domains/sessions/search-index.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { once } from './once.ts';

export type SearchIndexParts = {
  openSearchIndex(): Promise<SearchIndex>;
  /** Behind what the user waits for; runs that follow each other cost one update. */
  updateSearchSoon(): void;
};

const quietMs = 2_000;

export function openSearchIndexLater(store: SessionStore): SearchIndexParts {
  const openSearchIndex = once(async () => {
    const [{ createSearchIndex }, { openSearchDatabase }] = await Promise.all([
      import('#workers/domains/sessions/search-index.ts'),
      import('#workers/storage/search-database.ts'),
    ]);
    const ifFree = async (name: string, work: () => Promise<void>) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined));
    return createSearchIndex({ store, ifFree, open: once(() => openSearchDatabase()) });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    openSearchIndex,
    updateSearchSoon() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        openSearchIndex()
          .then((index) => index.update())
          .catch(console.warn);
      }, quietMs);
    },
  };
}
