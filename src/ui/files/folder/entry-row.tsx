/** One entry of a folder: a link to it, its size and age, and the button for everything else. */
import type { FileEntry } from '#shared/rpc/protocol.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-bytes.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { FileIcon } from '#src/ui/kit/file-icon.tsx';
import { useFiles } from '../files-context.ts';
import { formatTime } from '#src/ui/kit/format-time.ts';

type EntryRowProps = { entry: FileEntry; path: string; onMenu: () => void };

export function EntryRow({ entry, path, onMenu }: EntryRowProps) {
  const { name, type, size, modified } = entry;
  const isFolder = type === 'directory';
  const { mounts } = useFiles();
  const mount = isFolder ? mounts.list.value?.find((each) => each.name === path) : undefined;
  return (
    <li class="card-row entry-row">
      <a class="entry-link" href={formatRoute({ view: 'files', path })}>
        {mount ? <Icon name="device-folder" /> : <FileIcon name={name} isFolder={isFolder} />}
        <span class="entry-text">
          <bdi class="entry-name">{name}</bdi>
          {isFolder ? (
            <span class={mount ? 'entry-facts' : 'visually-hidden'}>
              {mount ? t('mounts.copy-of', { name: mount.source }) : t('files.folder')}
            </span>
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
