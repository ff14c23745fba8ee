/** The frame of the app: navigation, the current view, and what floats above both. */
import type { AppState } from '#src/state/app-state.ts';
import { isBackupDue, isImportInterrupted } from '#src/state/backup/backup-due.ts';
import type { Route } from '#src/state/base/route.ts';
import { ringing } from '#src/state/today/signals.ts';
import { AppContext, useApp } from './app-context.ts';
import { Drawer } from './shell/drawer.tsx';
import { isDrawerOpen, menuOf } from './shell-state.ts';
import { Sidebar } from './shell/sidebar.tsx';
import { ToastList } from './shell/toast-list.tsx';
import { UpdateBanner } from './shell/update-banner.tsx';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { createLazyView } from './kit/lazy-view.tsx';
import styles from './app.module.css';
import { screenOf } from './screens.ts';
import { t } from '#src/state/text/text.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';

const BackupNote = createLazyView(
  async () => (await import('#src/ui/shell/backup-note.tsx')).BackupNote,
  ['common'],
);
const ImportNote = createLazyView(
  async () => (await import('#src/ui/shell/import-note.tsx')).ImportNote,
  ['common'],
);
const SessionMenu = createLazyView(
  async () => (await import('./sessions/session-menu.tsx')).SessionMenu,
  ['common'],
);
const AlarmSheet = createLazyView(
  async () => (await import('./today/alarm-sheet.tsx')).AlarmSheet,
  ['today'],
);
const PermissionSheet = createLazyView(
  async () => (await import('#src/ui/requests/permission-sheet.tsx')).PermissionSheet,
  ['requests'],
);

export function App({ state }: { state: AppState }) {
  return (
    <AppContext.Provider value={state}>
      <div class={styles.app}>
        {state.viewport.isWide.value ? (
          <aside class={styles.side}>
            <Sidebar />
          </aside>
        ) : (
          <Drawer />
        )}
        <main class={styles.main}>
          <ErrorBoundary fallback={<BrokenView />} retryOn={state.router.route.value}>
            <View route={state.router.route.value} />
          </ErrorBoundary>
        </main>
        <div class={styles.floats}>
          <UpdateBanner />
          {isBackupDue.value && <BackupNote />}
          {isImportInterrupted.value && <ImportNote />}
          {!isDrawerOpen.value && <ToastList />}
        </div>
        {menuOf.value && <SessionMenu key={menuOf.value.session} />}
        {state.prompts.sheet.value.length > 0 && <PermissionSheet />}
        {ringing.value.length > 0 && <AlarmSheet />}
        <Announcer />
      </div>
    </AppContext.Provider>
  );
}

function View({ route }: { route: Route }) {
  const { View: Current } = screenOf(route);
  return <Current />;
}

/** The one live region: it announces finished answers, not every delta. */
function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {useApp().announcements.current.value}
    </div>
  );
}

/** The replacement for a view that failed to render. */
function BrokenView() {
  return (
    <>
      {/* The top bar stays, so that the user can open other views. */}
      <TopBar>
        <h1 class="view-title">{t('app.name')}</h1>
      </TopBar>
      <div class="empty" role="alert">
        <p>{t('problem.broken-view')}</p>
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {t('action.reload')}
        </button>
      </div>
    </>
  );
}
