/** Above the copy of a linked folder: the name of the real folder, and a link to the changes. */
import { changesPath } from '#src/state/linked-folders/linked-folders.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useFiles } from '../files-context.ts';
import styles from './linked-folders.module.css';

export function LinkedFolderBar({ path }: { path: string }) {
  const linkedFolder = useFiles().linkedFolders.find(path);
  if (!linkedFolder) return null;
  return (
    <div class={styles.folderBar} data-bar="linked-folder">
      <Icon name="device-folder" />
      <p class="hint">{t('linked-folders.copy-of', { name: linkedFolder.source })}</p>
      <a class="button" href={formatRoute({ view: 'files', path: changesPath(linkedFolder.name) })}>
        {t('linked-folders.changes')}
      </a>
    </div>
  );
}
