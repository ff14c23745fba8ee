/** Adding or changing one agent. */
import { useEffect, useRef } from 'preact/hooks';
import { agentName } from '../../state/agents.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { AgentForm } from './agent-form.tsx';
import '../styles/settings.css';
import '../styles/controls.css';
import '../styles/agents.css';

export function AgentView() {
  const { router, agents, tools, toasts } = useApp();
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What led here is gone with its screen.
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
