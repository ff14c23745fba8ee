/** A select for the agent that answers. */
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';

/** `agent`: empty for the everyday one. */
type AgentProps = { agent: string; onChange: (agent: string) => void };

export function AgentField({ agent, onChange }: AgentProps) {
  const { agents } = useApp();
  const all = agents.list.value;
  const isGone = agent !== '' && !all.some(({ id }) => id === agent);
  return (
    <SelectField<string>
      label={t('tasks.agent')}
      options={[
        ...all.map(({ id, name }, at) => ({
          value: at === 0 ? '' : String(id),
          label: agentName({ id, name }),
        })),
        ...(isGone ? [{ value: agent, label: t('agent.gone') }] : []),
      ]}
      value={agent === all[0]?.id ? '' : agent}
      onChange={onChange}
    />
  );
}
