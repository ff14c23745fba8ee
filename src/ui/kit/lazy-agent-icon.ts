/** Lazily loaded agent icons: the everyday agent has none. */
import { createLazyView } from './lazy-view.tsx';

export const LazyAgentIcon = createLazyView<{ icon: string | undefined }>(
  async () => (await import('./agent-icon.tsx')).AgentIcon,
  [],
);
