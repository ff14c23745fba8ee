/** Adding or changing one agent. */
import '#src/ui/styles/screens.ts';
import { useEffect } from 'preact/hooks';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { AgentForm } from './agent-form.tsx';

export function AgentView() {
  const { router, agents, tools, toasts } = useApp();
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const route = router.route.value;
  const id = route.view === 'agent' ? route.agent : null;
  const stored = agents.find(id);
  const list = tools.list.value;
  const isMissing = id !== null && !stored && agents.isLoaded.value;
  const isReady = list !== null && agents.isLoaded.value && !isMissing;
  return (
    <Page
      title={stored ? agentName(stored) : t('agents.new-title')}
      onBack={() => router.go({ view: 'agents' })}
    >
      {isMissing && <p class="hint">{t('agents.missing')}</p>}
      {isReady && <AgentForm stored={stored} tools={list} />}
    </Page>
  );
}
