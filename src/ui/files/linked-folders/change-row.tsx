/** One changed file of the copy: a checkbox to push it, its diff, and a note on a conflict. */
import { useSignal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useEffect } from 'preact/hooks';
import type { LinkedFolderChange } from '#shared/rpc/linked-folder.ts';
import type { FolderReview } from '#src/state/linked-folders/folder-review.ts';
import { outsideText } from '#src/state/linked-folders/folder-texts.ts';
import { t } from '#src/state/text/text.ts';
import { DiffText } from '#src/ui/kit/diff-text.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import changeListStyles from '#src/ui/kit/change-list.module.css';
import styles from './linked-folders.module.css';

type ChangeRowProps = { state: FolderReview; change: LinkedFolderChange; isChosen: boolean };

export function ChangeRow({ state, change, isChosen }: ChangeRowProps) {
  const isOpen = useSignal(false);
  const { path, kind, outside } = change;
  return (
    <div class={changeListStyles.change} role="group" aria-label={path} data-kind={kind}>
      <div class={changeListStyles.changeLine}>
        <label class={styles.changeTick}>
          <input
            type="checkbox"
            aria-label={t('linked-folders.tick', { path })}
            checked={isChosen}
            onChange={({ currentTarget }) => state.choose(change, currentTarget.checked)}
          />
        </label>
        <button
          type="button"
          class={classNames(changeListStyles.changeName, styles.folderChange)}
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <span class={changeListStyles.changeKind}>{t(`changes.${kind}`)}</span>
          <bdi class={changeListStyles.changePath}>{path}</bdi>
          <Icon name="chevron-down" />
        </button>
      </div>
      {outside && (
        <div class={styles.folderConflict}>
          <p>
            <Icon name="alert" />
            {outsideText(outside)}
          </p>
          <Button disabled={state.work.value !== null} onClick={() => void state.pull([change])}>
            {t('linked-folders.take-theirs')}
          </Button>
        </div>
      )}
      {isOpen.value && <Diff key={`${change.copy}-${change.original}`} state={state} path={path} />}
    </div>
  );
}

function Diff({ state, path }: { state: FolderReview; path: string }) {
  const diff = useSignal<string | null | undefined>(undefined);
  useEffect(() => {
    let isHere = true;
    void state.diff(path).then((found) => isHere && (diff.value = found));
    return () => (isHere = false);
  }, []);
  if (diff.value === undefined) return null;
  return diff.value === null ? (
    <p class="hint">{t('linked-folders.no-diff')}</p>
  ) : (
    <DiffText diff={diff.value} />
  );
}
