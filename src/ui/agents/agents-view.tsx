/** The list of agents, with ways to add, import, copy and remove one. */
import '#src/ui/styles/screens.ts';
import { useSignal } from '@preact/signals';
import { useRef, useEffect } from 'preact/hooks';
import { incomingAgent } from '#src/state/incoming.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { AddRow } from '#src/ui/kit/list/record-list.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { AgentImportForm } from './agent-import.tsx';
import { AgentRow } from './agent-row.tsx';
import type { AppState } from '#src/state/app-state.ts';
import { AgentIcon } from '#src/ui/kit/agent-icon.tsx';
import { starters, type Starter } from './starters.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agents.module.css';

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
          <AddRow label={t('agents.add')} route={{ view: 'agent', agent: null }} />
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
          <Button
            icon="import"
            onClick={() => (isImporting.value = true)}
            ref={(button) => {
              if (button && isBack.current) button.focus();
              if (button) isBack.current = false;
            }}
          >
            {t('agents.import-open')}
          </Button>
        )}
      </Section>
      <StarterList />
    </Page>
  );
}

/** Starter agents: a tap adds a copy and opens it for review. */
function StarterList() {
  const app = useApp();
  const { tools, toasts } = app;
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const list = tools.list.value;
  if (!list) return null;
  const offered = starters.filter(({ needs = [] }) =>
    needs.every((name) => list.some((tool) => tool.name === name)),
  );
  return (
    <section class={classNames('section', styles.starters)} aria-labelledby="starters-title">
      <h2 id="starters-title">{t('starter.title')}</h2>
      <div class={styles.starterList}>
        {offered.map((starter) => (
          <button
            type="button"
            class={styles.starter}
            key={starter.name}
            onClick={() => void addStarter(starter, app)}
          >
            <AgentIcon icon={starter.icon} />
            <span>
              <strong>{t(starter.name)}</strong>
              <small>{t(starter.about)}</small>
            </span>
            <Icon name="plus" />
          </button>
        ))}
      </div>
    </section>
  );
}

async function addStarter(
  { name: key, about: _, needs: __, ...rest }: Starter,
  { agents, router, toasts }: AppState,
): Promise<void> {
  const name = t(key);
  const saved = await agents.save({ ...rest, name });
  if (!saved) return;
  if (!saved.ok) return void toasts.show(t('edit.save-failed', { reason: saved.error.message }));
  router.go({ view: 'agent', agent: saved.value.id });
}
