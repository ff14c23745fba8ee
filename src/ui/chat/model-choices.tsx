/** The agents and the models there are, in the sheet where one of each is chosen. */
import { agentName } from '#src/state/agents/agents.ts';
import { labelOf, nameOf } from '#src/state/connections/providers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { LazyAgentIcon } from '#src/ui/kit/lazy-agent-icon.ts';

type ChoicesProps = { onChosen: () => void };

export function ModelChoices({ onChosen }: ChoicesProps) {
  return (
    <div class="sheet-body">
      <AgentList onChosen={onChosen} />
      <ModelList onChosen={onChosen} />
    </div>
  );
}

function AgentList({ onChosen }: ChoicesProps) {
  const { agent, agents, router, chooseAgent } = useApp();
  const hasIcons = agents.list.value.some(({ icon }) => icon);
  return (
    <section aria-label={t('agent.choose')}>
      <h2 class="row-label">{t('agent.choose')}</h2>
      {agents.list.value.map((item) => (
        <button
          type="button"
          key={item.id}
          class="row"
          aria-pressed={item.id === agent.value?.id}
          onClick={() => {
            void chooseAgent(item);
            onChosen();
          }}
        >
          {hasIcons && <LazyAgentIcon icon={item.icon} />}
          <span class="row-text">{agentName(item)}</span>
          {item.id === agent.value?.id && <Icon name="check" />}
        </button>
      ))}
      <button
        type="button"
        class="row"
        onClick={() => {
          onChosen();
          router.go({ view: 'agents' });
        }}
      >
        <Icon name="edit" />
        {t('agent.edit-all')}
      </button>
    </section>
  );
}

function ModelList({ onChosen }: ChoicesProps) {
  const { provider, providers, router, chooseProvider } = useApp();
  return (
    <section aria-label={t('model.choose')}>
      <h2 class="row-label">{t('model.choose')}</h2>
      {providers.list.value.map((item) => (
        <button
          type="button"
          key={item.id}
          class="row"
          aria-pressed={item.id === provider.value?.id}
          onClick={() => {
            void chooseProvider(item.id);
            onChosen();
          }}
        >
          <span class="row-text">
            {labelOf(item)}
            <small>{item.kind === 'guide' ? t('provider.built-in') : nameOf(item.model)}</small>
          </span>
          {item.id === provider.value?.id && <Icon name="check" />}
        </button>
      ))}
      <button
        type="button"
        class="row"
        onClick={() => {
          onChosen();
          router.go({ view: 'provider', provider: null });
        }}
      >
        <Icon name="plus" />
        {t('model.add')}
      </button>
    </section>
  );
}
