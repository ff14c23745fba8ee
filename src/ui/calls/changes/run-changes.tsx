/** Below an answer that changed files: Undo, and the list of changes. */
import { useSignal, type Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { RunId } from '#shared/ids.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { ChangesContext, type ShownChanges } from './changes-context.ts';
import styles from './changes.module.css';

const ChangeList = createLazyView(
  () => import('./change-list.tsx').then((file) => file.ChangeList),
  ['calls'],
);

export function RunChanges({ run }: { run: RunId }) {
  const { changes } = useApp();
  const isOpen = useSignal(false);
  const list = useId();
  const shown = useUndo(run, isOpen);
  const count = changes.counts.value[run] ?? 0;
  if (count === 0) return null;
  return (
    <div>
      <div class={styles.changesLine}>
        <Button kind="chip" disabled={shown.isBusy.value} onClick={() => shown.undo()}>
          {t('changes.undo')}
        </Button>
        <button
          type="button"
          class={styles.changesCount}
          aria-expanded={isOpen.value}
          aria-controls={list}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {t('changes.files', { count })}
          <Icon name="chevron-down" />
        </button>
      </div>
      <div id={list}>
        {isOpen.value && (
          <ChangesContext.Provider value={shown}>
            <ChangeList />
          </ChangesContext.Provider>
        )}
      </div>
    </div>
  );
}

/** Undoes, and opens the list if a file needs a confirmation. */
export function useUndo(run: RunId, isOpen: Signal<boolean>): ShownChanges {
  const { changes } = useApp();
  const isBusy = useSignal(false);
  const conflicts = useSignal<readonly string[]>([]);

  async function undo(paths?: readonly string[], force = false): Promise<void> {
    isBusy.value = true;
    const left = await changes.undo(run, paths, force);
    const others = paths ? conflicts.value.filter((path) => !paths.includes(path)) : [];
    conflicts.value = [...others, ...left];
    if (left.length > 0) isOpen.value = true;
    isBusy.value = false;
  }

  return { run, conflicts, isBusy, undo: (paths, force) => void undo(paths, force) };
}
