/** One entry of a folder: a link to it, its size and age, and the button for everything else. */
import type { FileEntry } from '#shared/rpc/protocol.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes, formatTime } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { FileIcon } from '#src/ui/kit/file-icon.tsx';
import { useFiles } from '../files-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './folder.module.css';

type EntryRowProps = { entry: FileEntry; path: string; onMenu: () => void };

export function EntryRow({ entry, path, onMenu }: EntryRowProps) {
  const { name, type, size, modified } = entry;
  const isFolder = type === 'directory';
  const { linkedFolders } = useFiles();
  const linkedFolder = isFolder ? linkedFolders.list.value?.find((each) => each.name === path) : undefined;
  return (
    <li class={classNames('card-row', styles.entryRow)}>
      <a class={styles.entryLink} href={formatRoute({ view: 'files', path })}>
        {linkedFolder ? <Icon name="device-folder" /> : <FileIcon name={name} isFolder={isFolder} />}
        <span class={styles.entryText}>
          <bdi class={classNames(styles.entryName, 'own-language')} dir="auto">
            {name}
          </bdi>
          {isFolder ? (
            <span class={linkedFolder ? styles.entryFacts : 'visually-hidden'}>
              {linkedFolder ? t('linked-folders.copy-of', { name: linkedFolder.source }) : t('files.folder')}
            </span>
          ) : (
            <span class={classNames(styles.entryFacts, 'numbers')}>
              <span>{formatBytes(size)}</span>
              <span>{formatTime(modified)}</span>
            </span>
          )}
        </span>
      </a>
      <QuietButton icon="more-vertical" label={t('files.more', { name })} onClick={onMenu} />
    </li>
  );
}
