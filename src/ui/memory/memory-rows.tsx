/** A memory in a list: to open, pin and delete; to accept; to make part of an agent's instructions. */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { Memory } from '#shared/memory/memory.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { originText, outsideText } from './memory-text.ts';
import styles from './memory.module.css';

type RowProps = { memory: Memory };

export function MemoryRow({ memory }: RowProps) {
  const app = useApp();
  const { id, key, content, category, agent, isPinned = false } = memory;
  const facts = [
    t(`memory.category-${category}`),
    ...(agent ? [app.agents.find(agent)?.name ?? t('agent.gone')] : []),
  ];
  return (
    <li class={`card-row ${styles.row}`}>
      <a class={styles.link} href={formatRoute({ view: 'screen', name: 'memory', path: id })}>
        <strong dir="auto">{key}</strong>
        <small dir="auto">{content}</small>
        <small class={styles.facts}>{facts.join(' · ')}</small>
      </a>
      <button
        type="button"
        class={classNames('icon-button', isPinned ? undefined : 'quiet')}
        aria-pressed={isPinned}
        aria-label={t('memory.pin', { name: key })}
        title={t('memory.pin', { name: key })}
        onClick={() => void app.toasts.attempt(app.connection.api.memory.pin(id, !isPinned))}
      >
        <Icon name="pin" />
      </button>
      <RemoveButton memory={memory} />
    </li>
  );
}

export function WaitingRow({ memory }: RowProps) {
  const app = useApp();
  const { id, key } = memory;
  async function accept(): Promise<void> {
    const answer = await app.toasts.attempt(app.connection.api.memory.accept(id));
    if (answer)
      app.toasts.show(answer.ok ? t('memory.accepted', { name: key }) : memoryErrorText(answer.error.code));
  }
  return (
    <li class={`card-row ${styles.asking}`}>
      <Whole memory={memory} />
      <div class="chips">
        <button type="button" class="button primary" onClick={() => void accept()}>
          {t('memory.accept')}
        </button>
        <button type="button" class="button" onClick={() => void removeMemory(memory, app)}>
          {t('memory.reject')}
        </button>
      </div>
    </li>
  );
}

export function OfferedRow({ memory }: RowProps) {
  const { agents, connection, toasts } = useApp();
  // One for all goes to the everyday agent, where most chats begin.
  const agent = agents.find(memory.agent ?? defaultAgent.id) ?? defaultAgent;
  async function promote(): Promise<void> {
    const answer = await toasts.attempt(connection.api.memory.promote(memory.id, agent.id));
    if (!answer) return;
    toasts.show(answer.ok ? t('memory.promoted', { agent: agent.name }) : memoryErrorText(answer.error.code));
  }
  return (
    <li class={`card-row ${styles.asking}`}>
      <Whole memory={memory} />
      <div class="chips">
        <button type="button" class="button" onClick={() => void promote()}>
          {t('memory.promote', { agent: agent.name })}
        </button>
      </div>
    </li>
  );
}

/** All of its text: the user decides on it. */
function Whole({ memory }: RowProps) {
  const outside = outsideText(memory);
  return (
    <div class={styles.whole}>
      <strong dir="auto">{memory.key}</strong>
      <p dir="auto">{memory.content}</p>
      <small class="hint">{originText(memory)}</small>
      {outside && <small class="hint">{outside}</small>}
    </div>
  );
}

function RemoveButton({ memory }: RowProps) {
  const app = useApp();
  return (
    <IconButton
      class="quiet"
      icon="trash"
      label={t('memory.remove', { name: memory.key })}
      onClick={() => void removeMemory(memory, app)}
    />
  );
}

async function removeMemory(memory: Memory, { connection, toasts }: AppState): Promise<void> {
  const { memory: api } = connection.api;
  const done = await toasts.attempt(api.remove(memory.id).then(() => true));
  if (!done) return;
  toasts.show(t('memory.removed', { name: memory.key }), {
    label: t('action.undo'),
    run: () => void restore(),
  });

  async function restore(): Promise<void> {
    const answer = await toasts.attempt(api.restore(memory));
    if (answer && !answer.ok) toasts.show(memoryErrorText(answer.error.code));
  }
}
