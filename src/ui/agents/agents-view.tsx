/** The list of agents, with ways to add, import, copy and remove one. */
import '#src/ui/styles/screens.ts';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { incomingAgent } from '#src/state/incoming.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { AgentImportForm } from './agent-import.tsx';
import { AgentRow } from './agent-row.tsx';
import { StarterList } from './starter-list.tsx';

export function AgentsView() {
  const { agents } = useApp();
  const isImporting = useSignal(false);
  const isBack = useRef(false);
  // An agent file opened with the app is shown in the form.
  const shows = isImporting.value || incomingAgent.value !== null;
  return (
    <Page title={t('agents.title')}>
      <Section title={t('agents.title')} isTitleHidden hint={t('agents.hint')}>
        <ul class="cards">
          {agents.list.value.map((agent) => (
            <AgentRow key={agent.id} agent={agent} />
          ))}
          <li>
            <a class="row card-action" href={formatRoute({ view: 'agent', agent: null })}>
              <Icon name="plus" />
              {t('agents.add')}
            </a>
          </li>
        </ul>
        {shows ? (
          <AgentImportForm
            key={incomingAgent.value?.name}
            given={incomingAgent.value}
            onClose={() => {
              isBack.current = true;
              isImporting.value = false;
              incomingAgent.value = null;
            }}
          />
        ) : (
          <button
            type="button"
            class="button"
            onClick={() => (isImporting.value = true)}
            ref={(button) => {
              if (button && isBack.current) button.focus();
              if (button) isBack.current = false;
            }}
          >
            <Icon name="import" />
            {t('agents.import-open')}
          </button>
        )}
      </Section>
      <StarterList />
    </Page>
  );
}
