/**
 * All settings on one page, or the page of one model or tool server; the code of each loads when it is shown.
 */
import { useApp } from '#src/ui/app-context.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

const AllSettings = createLazyView(
  async () => (await import('./all-settings.tsx')).AllSettings,
  ['settings', 'common', 'errors', 'servers', 'packages'],
);
const ProviderView = createLazyView(
  async () => (await import('./models/provider-view.tsx')).ProviderView,
  ['models', 'common', 'errors', 'calls'],
);
const ServerView = createLazyView(
  async () => (await import('./tool-servers/server-view.tsx')).ServerView,
  ['servers', 'common', 'errors', 'tools'],
);

export function SettingsView() {
  const route = useApp().router.route.value;
  if (route.view === 'provider') return <ProviderView key={route.provider ?? 'new'} />;
  const server = route.view === 'settings' ? route.server : undefined;
  return server === undefined ? <AllSettings /> : <ServerView key={server ?? 'new'} id={server} />;
}
