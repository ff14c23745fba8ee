/** Stored conversations: list, view, change, search, export, delete. */
import type { SessionsApi } from '#shared/api/sessions.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import type { SearchHistory } from './history-port.ts';
import type { SavedChatsNeeds } from './backup.ts';
import type { RemovalNeeds } from './remove-session.ts';
import type { ViewDeps } from './session-view.ts';
import type { HistoryDeps } from './search-history.ts';
import { openSearchIndexLater, type SearchIndexParts } from './open-search-index.ts';
import { createSessionStore, type SessionStore } from './store.ts';
import { tables } from './tables.ts';
import { createTitleSwitch, type TitleSwitch } from './title-switch.ts';

type Needs = SearchIndexParts &
  RemovalNeeds &
  Pick<ViewDeps, 'runs'> &
  Omit<HistoryDeps, 'openSearchIndex'> & {
    sessions: SessionStore;
    folders: { journal: FileSystemDirectoryHandle; workspace: FileSystemDirectoryHandle };
    titleSwitch: TitleSwitch;
  };

export const sessions = {
  tables,
  start({ database, folders }) {
    const store = createSessionStore(database);
    return {
      sessions: store,
      titleSwitch: createTitleSwitch(database),
      codeSessions: createCodeSessions(folders.sessions, async (id) => (await store.get(id)) !== undefined),
      ...openSearchIndexLater(store),
    };
  },
  wake: ({ finishSearchRemovals }) => finishSearchRemovals(),
  backup: async (needs) => (await import('./backup.ts')).sessionsInBackup(needs),
  tools: async () => [(await import('./tools/search-history.ts')).searchHistory],
  async toolPort(needs) {
    const { searchHistory } = await import('./search-history.ts');
    return (query) => searchHistory(query, needs);
  },
  open(needs) {
    const { sessions: store, runs, folders, titleSwitch, changed } = needs;
    const views = () => import('./session-view.ts');
    const viewDeps: ViewDeps = { sessions: store, runs, journals: folders.journal };
    const openSearch = async () => {
      const [{ searchSessions }, index] = await Promise.all([
        import('./search-sessions.ts'),
        needs.openSearchIndex(),
      ]);
      return { searchSessions, index };
    };
    return {
      list: store.list,
      get: async (id) => (await views()).wholeSessionView(id, viewDeps),
      open: async (id, from) => (await views()).openSessionView(id, viewDeps, from),
      earlier: async (id, before) => (await views()).readEarlier(id, before, viewDeps),
      async remove(id) {
        const { removeWhenIdle } = await import('./remove-session.ts');
        await removeWhenIdle(id, needs);
        changed(id);
        // The messages must be removed from the index of search, too.
        needs.updateSearchSoon();
      },
      async update(id, { title, pinned, leftOut }) {
        const { changeSession } = await import('./change-session.ts');
        const answer = await changeSession(id, { title, pinned, leftOut }, store);
        if (answer.ok) changed(id);
        return answer;
      },
      async prepareSearch() {
        const [{ index }] = await Promise.all([openSearch(), import('./search-history.ts')]);
        await index.load();
      },
      async search(text, from) {
        const { searchSessions, index } = await openSearch();
        // Another tab, an import or an older version may have added messages that the index lacks.
        needs.updateSearchSoon();
        return searchSessions(text, from, { sessions: store, index });
      },
      searchKept: async (text) => (await import('./search-history.ts')).searchKept(text, needs),
      export: async (id, format) => (await import('./export-session.ts')).exportSession(id, format, store),
      spent: async (id) => (await import('./sum-spent.ts')).sumSpent(await store.messages(id)),
      async writeTitles(enabled) {
        if (enabled !== undefined) await titleSwitch.set(enabled);
        return titleSwitch.isOn();
      },
      async setProvider(id, provider) {
        await store.update(id, { provider });
        changed(id);
      },
      async setAgent(id, agent) {
        await store.update(id, { agent });
        changed(id);
      },
    };
  },
} satisfies Domain<SessionsApi, Needs, SavedChatsNeeds, SearchHistory>;
