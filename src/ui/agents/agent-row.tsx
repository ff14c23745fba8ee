/** One agent in the list, with its actions. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { agentName } from '#src/state/agents/agents.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { isAsBuilt } from './agent-draft.ts';
import { AgentIcon } from '#src/ui/kit/agent-icon.tsx';
import { storeDraft } from '#src/ui/kit/form/stored-draft.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agents.module.css';
import { exportAgent } from '#shared/agents/export-agent.ts';
import { fileName, shareOrDownload } from '#src/ui/kit/save-file.ts';

export function AgentRow({ agent }: { agent: Agent }) {
  const app = useApp();
  const name = agentName(agent);
  const isDefault = agent.id === defaultAgent.id;
  const removing = isDefault ? 'agents.reset' : 'agents.remove';
  return (
    <li class={classNames('card-row', styles.agentRow)}>
      <a class={styles.agentLink} href={formatRoute({ view: 'agent', agent: agent.id })}>
        <AgentIcon icon={agent.icon} />
        <span class="row-text">
          <strong>{name}</strong>
          <small>{describe(agent, app)}</small>
        </span>
      </a>
      <QuietButton
        icon="share"
        label={t('agents.share', { name })}
        onClick={() => void app.toasts.attempt(shareAgent(agent, app.viewport.isTouch.value))}
      />
      <QuietButton
        icon="copy"
        label={t('agents.duplicate', { name })}
        onClick={() => void duplicate(agent, app)}
      />
      {!(isDefault && isAsBuilt(agent)) && (
        <QuietButton
          icon={isDefault ? 'reset' : 'trash'}
          label={t(removing, { name })}
          onClick={() => void remove(agent, app)}
        />
      )}
    </li>
  );
}

function describe({ tools, approval, provider }: Agent, { providers }: AppState): string {
  const hasAll = tools.includes('*');
  const hasGroups = tools.some((entry) => entry.startsWith('group:'));
  const what = hasAll
    ? t('agents.all-tools')
    : tools.length === 0
      ? t('agents.no-tools')
      : hasGroups || tools.length > 1
        ? t('agents.some-tools')
        : t('agents.one-tool', { name: tools[0] ?? '' });
  const asks = approval && approval.default !== 'auto' ? t(`agents.summary-${approval.default}`) : '';
  return [what, asks, providers.find(provider)?.label].filter(Boolean).join(' · ');
}

async function duplicate(agent: Agent, { agents, router, toasts }: AppState): Promise<void> {
  const { id: _, ...rest } = agent;
  const saved = await agents.save({ ...rest, name: t('agents.copy-name', { name: agentName(agent) }) });
  if (!saved) return;
  if (saved.ok) router.go({ view: 'agent', agent: saved.value.id });
  else toasts.show(t('edit.save-failed', { reason: saved.error.message }));
}

async function remove(agent: Agent, { agents, toasts }: AppState): Promise<void> {
  if (!(await agents.remove(agent.id))) return;
  storeDraft('agent', agent.id, null);
  const done = agent.id === defaultAgent.id ? 'agents.was-reset' : 'agents.removed';
  toasts.show(t(done, { name: agentName(agent) }), {
    label: t('action.undo'),
    run: () => void agents.save(agent),
  });
}

/** Exports an agent as a file that another OneClaw can import, or opens with a tap where it is installed. */
async function shareAgent(agent: Agent, isTouch: boolean): Promise<void> {
  const name = `${fileName(agentName(agent)) || 'agent'}.oneclaw-agent.json`;
  await shareOrDownload(new File([exportAgent(agent)], name, { type: 'application/json' }), isTouch);
}
