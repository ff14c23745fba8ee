/** Adding or changing one agent. */
import '#src/ui/styles/screens.ts';
import { useEffect, useRef } from 'preact/hooks';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { AgentForm } from './agent-form.tsx';

export function AgentView() {
  const { router, agents, tools, toasts } = useApp();
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that led here, and had the focus, is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const route = router.route.value;
  const id = route.view === 'agent' ? route.agent : null;
  const stored = agents.find(id);
  const list = tools.list.value;
  const isMissing = id !== null && !stored && agents.isLoaded.value;
  const isReady = list !== null && agents.isLoaded.value && !isMissing;
  return (
    <>
      <TopBar onBack={() => router.go({ view: 'agents' })}>
        <h1 ref={heading} tabIndex={-1} class="view-title">
          {stored ? agentName(stored) : t('agents.new-title')}
        </h1>
      </TopBar>
      <div class="scroller">
        <div class="page">
          {isMissing && <p class="hint">{t('agents.missing')}</p>}
          {isReady && <AgentForm stored={stored} tools={list} />}
        </div>
      </div>
    </>
  );
}
