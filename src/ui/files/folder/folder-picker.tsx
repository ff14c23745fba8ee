/** Chooses the folder to move an entry to, one level at a time. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isInside, joinPath, baseName, parentOf } from '#src/state/files/file-paths.ts';
import { sortEntries } from '#src/state/files/file-kinds.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './folder.module.css';

type FolderPickerProps = {
  path: string;
  isFolder: boolean;
  onPick: (folder: string) => void;
  onCancel: () => void;
};

export function FolderPicker({ path, isFolder, onPick, onCancel }: FolderPickerProps) {
  const folder = useSignal(parentOf(path));
  const folders = useFolders(folder.value);
  const heading = useRef<HTMLHeadingElement>(null);
  // The tapped row is gone with its list: the focus goes to the heading.
  useEffect(() => heading.current?.focus(), [folder.value]);
  // A folder cannot move into itself.
  const offered = folders.filter((name) => !isFolder || !isInside(joinPath(folder.value, name), path));
  const name = baseName(folder.value) || t('files.title');
  return (
    <div class={styles.folderPicker}>
      <h2>{t('files.move-title', { name: baseName(path) })}</h2>
      <h3 ref={heading} tabIndex={-1} class="row-label">
        {t('files.folders-in', { name })}
      </h3>
      <ul class={styles.pickerList}>
        {folder.value !== '' && (
          <li>
            <button type="button" class="row" onClick={() => (folder.value = parentOf(folder.value))}>
              <Icon name="back" />
              {t('files.up', { name: baseName(parentOf(folder.value)) || t('files.title') })}
            </button>
          </li>
        )}
        {offered.map((each) => (
          <li key={each}>
            <button type="button" class="row" onClick={() => (folder.value = joinPath(folder.value, each))}>
              <Icon name="list" />
              <bdi class="row-text">{each}</bdi>
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
        {offered.length === 0 && (
          <li class={classNames('hint', styles.pickerNone)}>{t('files.no-folders')}</li>
        )}
      </ul>
      <div class="sheet-actions">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button
          kind="primary"
          disabled={folder.value === parentOf(path)}
          onClick={() => onPick(folder.value)}
        >
          {t('files.move-here')}
        </Button>
      </div>
    </div>
  );
}

function useFolders(folder: string): readonly string[] {
  const { connection, toasts } = useApp();
  const folders = useSignal<readonly string[]>([]);
  useEffect(() => {
    let isWanted = true;
    void toasts.attempt(connection.api.files.list(folder || '.')).then((listed) => {
      if (!isWanted || !listed?.ok) return;
      const sorted = sortEntries(listed.value, language.value);
      folders.value = sorted.flatMap(({ name, type }) => (type === 'directory' ? [name] : []));
    });
    return () => (isWanted = false);
  }, [folder]);
  return folders.value;
}
