/** A memory in the list, with buttons to open, pin and delete it. */
import type { Memory } from '#shared/memory/memory.ts';
import type { AppState } from '#src/state/app-state.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { storeDraft } from '#src/ui/kit/form/stored-draft.ts';
import { RecordRow } from '#src/ui/kit/list/record-list.tsx';
import styles from './memory.module.css';

export function MemoryRow({ memory }: { memory: Memory }) {
  const app = useApp();
  const { id, key, content, category, agent, isPinned = false, pinnedBy } = memory;
  const known = agent && app.agents.find(agent);
  const facts = [
    t(`memory.category-${category}`),
    ...(pinnedBy ? [t('memory.pinned-by-agent')] : []),
    ...(agent ? [known ? agentName(known) : t('agent.gone')] : []),
  ];
  return (
    <RecordRow
      route={{ view: 'screen', name: 'memory', path: id }}
      name={key}
      actions={
        <>
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
          <IconButton
            class="quiet"
            icon="trash"
            label={t('memory.remove', { name: key })}
            onClick={() => void removeMemory(memory, app)}
          />
        </>
      }
    >
      <small dir="auto">{content}</small>
      <small class={styles.facts}>{facts.join(' · ')}</small>
    </RecordRow>
  );
}

export async function removeMemory(memory: Memory, { connection, toasts }: AppState): Promise<void> {
  const { memory: api } = connection.api;
  const done = await toasts.attempt(api.remove(memory.id).then(() => true));
  if (!done) return;
  storeDraft('memory', memory.id, null);
  toasts.show(t('memory.removed', { name: memory.key }), {
    label: t('action.undo'),
    run: () => void restore(),
  });

  async function restore(): Promise<void> {
    const answer = await toasts.attempt(api.restore(memory));
    if (answer && !answer.ok) toasts.show(memoryErrorText(answer.error.code));
  }
}
