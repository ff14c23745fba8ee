/** The line of a changed file: what happened to it, its path, and a tap that opens its diff. */
import type { Signal } from '@preact/signals';
import type { FileChange } from '#shared/runs/changes.ts';
import { gitFolderOf } from '#shared/runs/changes.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from '#src/ui/kit/change-list.module.css';
import ownStyles from './changes.module.css';

type ChangeNameProps = {
  change: Pick<FileChange, 'path' | 'kind' | 'diff'>;
  isOpen: Signal<boolean>;
  /** How many lines were added and removed. */
  counts?: { added: number; removed: number } | undefined;
};

export function ChangeName({ change: { path, kind, diff }, isOpen, counts }: ChangeNameProps) {
  return (
    <button
      type="button"
      class={styles.changeName}
      aria-expanded={isOpen.value}
      disabled={diff === undefined}
      onClick={() => (isOpen.value = !isOpen.value)}
    >
      <span class={styles.changeKind}>{t(`changes.${kind}`)}</span>
      <bdi class={styles.changePath}>{path}</bdi>
      {gitFolderOf(path) && <span class="hint">{t('changes.git-data')}</span>}
      {counts && (
        <span class={ownStyles.counts}>
          {counts.added > 0 && <ins>+{counts.added}</ins>}{' '}
          {counts.removed > 0 && <del>−{counts.removed}</del>}
        </span>
      )}
      {diff !== undefined && <Icon name="chevron-down" />}
    </button>
  );
}
