/** The agent and model of this chat, and the sheet to choose others. */
import { useEffect, useRef } from 'preact/hooks';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { labelOf, modelName } from '#src/state/connections/providers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { LazyAgentIcon } from '#src/ui/kit/lazy-agent-icon.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { Mark } from '#src/ui/kit/mark.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './model-menu.module.css';

const ModelChoices = createLazyView(
  () => import('./model-choices.tsx').then((file) => file.ModelChoices),
  [],
);

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
        class={styles.agentButton}
        aria-haspopup="dialog"
        onPointerEnter={ModelChoices.fetch}
        onClick={() => (isChoosing.value = true)}
      >
        {agent.value?.icon ? <LazyAgentIcon icon={agent.value.icon} /> : <Mark />}
        <span class={styles.agentText}>
          <span class={styles.agentName}>{agent.value ? agentName(agent.value) : t('agent.gone')}</span>
          {provider.value && <ModelName provider={provider.value} />}
        </span>
        <Icon name="chevron-down" />
      </button>
      <dialog
        ref={dialog}
        class={classNames('sheet', styles.modelSheet)}
        aria-label={t('agent.choose')}
        onClose={() => (isChoosing.value = false)}
        onClick={(event) => {
          if (event.target === dialog.current) close();
        }}
      >
        {isOpen && <ModelChoices onChosen={close} />}
      </dialog>
    </>
  );
}

/** Label and model: several models of one server share its label. */
function ModelName({ provider }: { provider: ProviderInfo }) {
  const label = labelOf(provider);
  const { kind, model } = provider;
  return (
    <span class={styles.agentModel}>
      <span>{label}</span>
      {kind !== 'guide' && model !== label && <code>{modelName(model)}</code>}
    </span>
  );
}
