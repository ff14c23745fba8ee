/** Who answers in this chat, by which model, and the sheet to choose others. */
import { useEffect, useRef } from 'preact/hooks';
import { fileOf } from '../../shared/device-model.ts';
import type { ProviderInfo } from '../../shared/provider.ts';
import { agentName } from '../../state/agents.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';
import { LazyAgentIcon } from '../parts/lazy-agent-icon.ts';
import { Mark } from '../parts/mark.tsx';

export function ModelMenu() {
  const { agent, provider, isChoosing } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isChoosing.value;
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  useEffect(() => () => void (isChoosing.value = false), []);
  return (
    <>
      <button
        type="button"
        class="agent-button"
        aria-haspopup="dialog"
        onClick={() => (isChoosing.value = true)}
      >
        {agent.value?.icon ? <LazyAgentIcon icon={agent.value.icon} /> : <Mark />}
        <span class="agent-text">
          <span class="agent-name">{agent.value ? agentName(agent.value) : t('agent.gone')}</span>
          {provider.value && <ModelName provider={provider.value} />}
        </span>
        <Icon name="chevron-down" />
      </button>
      <dialog
        ref={dialog}
        class="sheet model-sheet"
        aria-label={t('agents.choose')}
        onClose={() => (isChoosing.value = false)}
        onClick={(event) => {
          if (event.target === dialog.current) close();
        }}
      >
        {isOpen && (
          <div class="sheet-body">
            <AgentList onChosen={close} />
            <ModelList onChosen={close} />
          </div>
        )}
      </dialog>
    </>
  );
}

/** Both names: several models of one server share its label. */
function ModelName({ provider }: { provider: ProviderInfo }) {
  const label = labelOf(provider);
  const { kind, model } = provider;
  return (
    <span class="agent-model">
      <span>{label}</span>
      {kind !== 'guide' && model !== label && <code>{nameOf(model)}</code>}
    </span>
  );
}

function AgentList({ onChosen }: { onChosen: () => void }) {
  const { agent, agents, router, chooseAgent } = useApp();
  const hasIcons = agents.list.value.some(({ icon }) => icon);
  return (
    <section aria-label={t('agents.choose')}>
      <h2 class="row-label">{t('agents.choose')}</h2>
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
        {t('agents.edit-all')}
      </button>
    </section>
  );
}

function ModelList({ onChosen }: { onChosen: () => void }) {
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
            <small>{item.kind === 'guide' ? t('settings.built-in') : nameOf(item.model)}</small>
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

function labelOf({ kind, label }: ProviderInfo): string {
  return kind === 'guide' ? t('provider.guide') : label;
}

/** Of a model on this device, the file says more than its id. */
function nameOf(model: string): string {
  return fileOf(model) ?? model;
}
