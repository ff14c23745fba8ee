/** One entry of a folder: a link to it, its size and age, and the button for everything else. */
import type { FileEntry } from '../../shared/protocol.ts';
import { formatRoute } from '../../state/route.ts';
import { t } from '../../state/text.ts';
import { formatBytes } from '../parts/format-bytes.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { FileIcon } from './file-icon.tsx';
import { formatTime } from './format-time.ts';

type EntryRowProps = { entry: FileEntry; path: string; onMenu: () => void };

export function EntryRow({ entry, path, onMenu }: EntryRowProps) {
  const { name, type, size, modified } = entry;
  const isFolder = type === 'directory';
  return (
    <li class="card-row entry-row">
      <a class="entry-link" href={formatRoute({ view: 'files', path })}>
        <FileIcon name={name} isFolder={isFolder} />
        <span class="entry-text">
          <bdi class="entry-name">{name}</bdi>
          {isFolder ? (
            <span class="visually-hidden">{t('files.folder')}</span>
          ) : (
            <span class="entry-facts numbers">
              <span>{formatBytes(size)}</span>
              <span>{formatTime(modified)}</span>
            </span>
          )}
        </span>
      </a>
      <IconButton class="quiet" icon="more" label={t('files.more', { name })} onClick={onMenu} />
    </li>
  );
}
