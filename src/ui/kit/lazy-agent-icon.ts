/** The icons of agents, fetched with the first agent that has one: the everyday agent has none. */
import { createLazyView } from './lazy-view.tsx';

export const LazyAgentIcon = createLazyView<{ icon: string | undefined }>(
  async () => (await import('./agent-icon.tsx')).AgentIcon,
  [],
);
