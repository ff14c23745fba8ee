/** The frame of the app: navigation, the view of the moment, and what floats above both. */
import type { VNode } from 'preact';
import { assertNever } from '../shared/assert-never.ts';
import type { AppState } from '../state/app-state.ts';
import type { Route } from '../state/route.ts';
import { loadScreenTexts } from '../state/text.ts';
import { AppContext } from './app-context.ts';
import { ChatView } from './chat/chat-view.tsx';
import { BrokenView } from './frame/broken-view.tsx';
import { Drawer } from './frame/drawer.tsx';
import { isDrawerOpen } from './frame/drawer-state.ts';
import { Announcer } from './frame/announcer.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { ToastList } from './frame/toast-list.tsx';
import { UpdateBanner } from './frame/update-banner.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { createLazyView } from './parts/lazy-view.tsx';
import { PermissionSheet } from './permissions/permission-sheet.tsx';

const ActivityView = createLazyView(() =>
  import('./activity/activity-view.tsx').then((file) => file.ActivityView),
);
const SettingsView = createLazyView(async () => {
  const [file] = await Promise.all([import('./settings/settings-view.tsx'), loadScreenTexts()]);
  return file.SettingsView;
});
const ProviderView = createLazyView(() =>
  import('./settings/provider-view.tsx').then((file) => file.ProviderView),
);

const AgentsView = createLazyView(async () => {
  const [file] = await Promise.all([import('./agents/agents-view.tsx'), loadScreenTexts()]);
  return file.AgentsView;
});
const AgentView = createLazyView(async () => {
  const [file] = await Promise.all([import('./agents/agent-view.tsx'), loadScreenTexts()]);
  return file.AgentView;
});
const ToolsView = createLazyView(async () => {
  const [file] = await Promise.all([import('./tools/tools-view.tsx'), loadScreenTexts()]);
  return file.ToolsView;
});

export function App({ state }: { state: AppState }) {
  return (
    <AppContext.Provider value={state}>
      <div class="app">
        {state.viewport.isWide.value ? (
          <aside class="side">
            <Sidebar />
          </aside>
        ) : (
          <Drawer />
        )}
        <main class="main">
          <ErrorBoundary fallback={<BrokenView />} retryOn={state.router.route.value}>
            <View route={state.router.route.value} />
          </ErrorBoundary>
        </main>
        <div class="floats">
          <UpdateBanner />
          {!isDrawerOpen.value && <ToastList />}
        </div>
        <PermissionSheet />
        <Announcer />
      </div>
    </AppContext.Provider>
  );
}

function View({ route }: { route: Route }): VNode {
  switch (route.view) {
    case 'chat':
      return <ChatView />;
    case 'activity':
      return <ActivityView />;
    case 'agents':
      return <AgentsView />;
    case 'agent':
      return <AgentView key={route.agent ?? 'new'} />;
    case 'tools':
      return <ToolsView />;
    case 'settings':
      return <SettingsView />;
    case 'provider':
      return <ProviderView key={route.provider ?? 'new'} />;
    default:
      return assertNever(route);
  }
}
