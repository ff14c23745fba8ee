/** The folders of the workspace as a tree, beside the list where there is room, else in a sheet. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TreeRow } from '#src/state/files/folder-tree.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { stepOf } from '#src/state/files/tree-keys.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { useFiles } from '../files-context.ts';
import { Sheet } from '#src/ui/kit/bar/sheet.tsx';
import styles from './folder-tree.module.css';

type FolderTreeProps = { path: string; onPick?: () => void };

export function FolderTree({ path, onPick }: FolderTreeProps) {
  const { tree } = useFiles();
  const list = useRef<HTMLDivElement>(null);
  /** Roving tabindex: the one row that Tab stops at. */
  const active = useSignal(path);
  const rows = tree.rows.value;
  useEffect(() => {
    tree.reveal(path);
    active.value = path;
  }, [path]);
  const stop = rows.some((row) => row.path === active.value) ? active.value : '';

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target.closest('a') : null;
    if (event.key === ' ') {
      event.preventDefault();
      target?.click();
      return;
    }
    const isRtl = list.current?.matches(':dir(rtl)') ?? false;
    const step = stepOf(event.key, rows, stop, isRtl);
    if (!step) return;
    event.preventDefault();
    if (step.type !== 'focus') return void tree[step.type](step.path);
    active.value = step.path;
    const at = rows.findIndex((row) => row.path === step.path);
    const item = list.current?.children[at];
    if (item instanceof HTMLElement) item.focus();
  }

  return (
    <div
      class={styles.folderTree}
      role="tree"
      aria-label={t('linked-folders.tree')}
      ref={list}
      onKeyDown={onKey}
    >
      {rows.map((row) => (
        <TreeItem
          key={row.path}
          row={row}
          isCurrent={row.path === path}
          isStop={row.path === stop}
          onFocus={() => (active.value = row.path)}
          onPick={onPick}
        />
      ))}
    </div>
  );
}

type TreeItemProps = {
  row: TreeRow;
  isCurrent: boolean;
  isStop: boolean;
  onFocus: () => void;
  onPick: FolderTreeProps['onPick'];
};

function TreeItem({ row, isCurrent, isStop, onFocus, onPick }: TreeItemProps) {
  const { tree } = useFiles();
  const { path, name, level, isOpen, place, of } = row;
  return (
    <a
      class={styles.treeItem}
      role="treeitem"
      href={formatRoute({ view: 'files', path })}
      data-level={Math.min(level, 8)}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-current={isCurrent ? 'page' : undefined}
      aria-selected={isCurrent}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onPick}
    >
      {/* For the pointer only: the keyboard has arrow keys. */}
      <span
        class={styles.treeTurn}
        aria-hidden="true"
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isOpen) tree.close(path);
          else if (isOpen === false) tree.open(path);
        }}
      >
        {isOpen !== null && <Icon name="chevron-right" />}
      </span>
      <bdi class={styles.treeName}>{name || t('files.title')}</bdi>
    </a>
  );
}

/** For screens too narrow to show the tree beside the list. */
export function TreeButton({ path }: { path: string }) {
  const { tree } = useFiles();
  const isShown = useSignal(false);
  useEffect(() => tree.reveal(path), [path]);
  // Hidden while there are no folders.
  if (tree.rows.value.length < 2) return <span class="icon-space" />;
  return (
    <>
      <IconButton
        icon="folder-tree"
        label={t('linked-folders.tree')}
        onClick={() => (isShown.value = true)}
      />
      {isShown.value && (
        <Sheet label={t('linked-folders.tree')} onClose={() => (isShown.value = false)}>
          <FolderTree path={path} onPick={() => (isShown.value = false)} />
        </Sheet>
      )}
    </>
  );
}
