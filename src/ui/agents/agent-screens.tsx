/** The list of agents, or one of them; the code of each loads when it is shown. */
import { useApp } from '#src/ui/app-context.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

const AgentsView = createLazyView(
  async () => (await import('./agents-view.tsx')).AgentsView,
  ['agents', 'common', 'errors', 'memory'],
);
const AgentView = createLazyView(
  async () => (await import('./agent-view.tsx')).AgentView,
  ['agents', 'common', 'tools', 'tool-about'],
);

export function AgentScreens() {
  const route = useApp().router.route.value;
  return route.view === 'agent' ? <AgentView key={route.agent ?? 'new'} /> : <AgentsView />;
}
