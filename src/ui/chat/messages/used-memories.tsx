/** The memories that an answer was given, collapsed, each with a button to forget it. */
import { useSignal } from '@preact/signals';
import type { MemoryId } from '#shared/ids.ts';
import type { Memory, UsedMemory } from '#shared/memory/memory.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { storeDraft } from '#src/ui/kit/form/stored-draft.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './messages.module.css';

export function UsedMemories({ used }: { used: readonly UsedMemory[] }) {
  const { connection, toasts } = useApp();
  const forgotten = useSignal<readonly MemoryId[]>([]);

  async function forget({ id, key }: UsedMemory): Promise<void> {
    const { memory: api } = connection.api;
    const done = await toasts.attempt(api.remove(id).then((memory) => ({ memory })));
    if (!done) return;
    const { memory } = done;
    storeDraft('memory', id, null);
    forgotten.value = [...forgotten.value, id];
    toasts.show(
      t('memory.forgotten', { name: key }),
      memory && { label: t('action.undo'), run: () => void undo(memory) },
    );
  }

  async function undo(memory: Memory): Promise<void> {
    const answer = await toasts.attempt(connection.api.memory.restore(memory));
    if (!answer) return;
    if (answer.ok) forgotten.value = forgotten.value.filter((id) => id !== memory.id);
    else toasts.show(memoryErrorText(answer.error.code));
  }

  return (
    <details class={classNames(styles.reasoning, styles.stepNote)}>
      <summary>
        <Icon name="chevron-right" />
        {t('memory.used', { count: used.length })}
      </summary>
      <ul class={styles.usedMemories}>
        {used.map((memory) => (
          <li key={memory.id}>
            <a href={formatRoute({ view: 'screen', name: 'memory', path: memory.id })} dir="auto">
              {memory.key}
            </a>
            {forgotten.value.includes(memory.id) ? (
              <Icon name="check" />
            ) : (
              <Button
                kind="chip"
                aria-label={t('memory.forget-name', { name: memory.key })}
                onClick={() => void forget(memory)}
              >
                {t('memory.forget')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
