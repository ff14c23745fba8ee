/** In the copy of a real folder: which folder it is of, and the way to what changed. */
import { changesPath } from '#src/state/linked-folders/linked-folders.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useFiles } from '../files-context.ts';
import '#src/ui/styles/linked-folders.css';

export function MountBar({ path }: { path: string }) {
  const mount = useFiles().mounts.find(path);
  if (!mount) return null;
  return (
    <div class="mount-bar">
      <Icon name="device-folder" />
      <p class="hint">{t('mounts.copy-of', { name: mount.source })}</p>
      <a class="button" href={formatRoute({ view: 'files', path: changesPath(mount.name) })}>
        {t('mounts.changes')}
      </a>
    </div>
  );
}
