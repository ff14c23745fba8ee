/** The sheet where the agent and the model of a chat are chosen. */
import type { ComponentChildren } from 'preact';
import { agentName } from '#src/state/agents/agents.ts';
import type { Route } from '#src/state/base/route.ts';
import { labelOf, modelName } from '#src/state/connections/providers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
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
  const { agent, agents, chooseAgent } = useApp();
  const hasIcons = agents.list.value.some(({ icon }) => icon);
  return (
    <ChoiceList
      title={t('agent.choose')}
      items={agents.list.value}
      chosen={agent.value?.id}
      render={(item) => (
        <>
          {hasIcons && <LazyAgentIcon icon={item.icon} />}
          <span class="row-text">{agentName(item)}</span>
        </>
      )}
      more={{ icon: 'edit', label: t('agent.edit-all'), route: { view: 'agents' } }}
      onChoose={(item) => void chooseAgent(item)}
      onChosen={onChosen}
    />
  );
}

function ModelList({ onChosen }: ChoicesProps) {
  const { provider, providers, chooseProvider } = useApp();
  return (
    <ChoiceList
      title={t('model.choose')}
      items={providers.list.value}
      chosen={provider.value?.id}
      render={(item) => (
        <span class="row-text">
          {labelOf(item)}
          <small>{item.kind === 'guide' ? t('provider.built-in') : modelName(item.model)}</small>
        </span>
      )}
      more={{ icon: 'plus', label: t('model.add'), route: { view: 'provider', provider: null } }}
      onChoose={(item) => void chooseProvider(item.id)}
      onChosen={onChosen}
    />
  );
}

type ChoiceListProps<Item> = ChoicesProps & {
  title: string;
  items: readonly Item[];
  /** The id of the current one. */
  chosen: string | undefined;
  render: (item: Item) => ComponentChildren;
  /** The last row, which leads to a screen. */
  more: { icon: IconName; label: string; route: Route };
  onChoose: (item: Item) => void;
};

function ChoiceList<Item extends { id: string }>(props: ChoiceListProps<Item>) {
  const { title, items, chosen, render, more, onChoose, onChosen } = props;
  const { router } = useApp();
  return (
    <section aria-label={title}>
      <h2 class="row-label">{title}</h2>
      {items.map((item) => (
        <button
          type="button"
          key={item.id}
          class="row"
          aria-pressed={item.id === chosen}
          onClick={() => {
            onChoose(item);
            onChosen();
          }}
        >
          {render(item)}
          {item.id === chosen && <Icon name="check" />}
        </button>
      ))}
      <button
        type="button"
        class="row"
        onClick={() => {
          onChosen();
          router.go(more.route);
        }}
      >
        <Icon name={more.icon} />
        {more.label}
      </button>
    </section>
  );
}
