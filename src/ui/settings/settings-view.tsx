/** All settings on one page, or the page of one tool server; the code for either comes when it is shown. */
import { useApp } from '../app-context.ts';
import { createLazyView } from '../parts/lazy-view.tsx';

const AllSettings = createLazyView(async () => (await import('./all-settings.tsx')).AllSettings);
const ServerView = createLazyView(async () => (await import('./servers/server-view.tsx')).ServerView);

export function SettingsView() {
  const route = useApp().router.route.value;
  const server = route.view === 'settings' ? route.server : undefined;
  return server === undefined ? <AllSettings /> : <ServerView key={server ?? 'new'} id={server} />;
}
