/** Facts about a file that cannot be shown here, with its actions. */
import { canShare, downloadFile, shareFile } from '#src/state/files/file-export.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes, formatFullTime } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { FileIcon } from '#src/ui/kit/file-icon.tsx';
import styles from '../files.module.css';

export function FileFacts({ file, note }: { file: OpenFile; note: string }) {
  const { connection, toasts } = useApp();
  const { path, entry } = file;
  const deps = { api: connection.api, toasts };
  return (
    <div class="scroller">
      <div class="page">
        <div class={styles.filesEmpty}>
          <FileIcon name={path} isFolder={false} />
          <h2>
            <bdi>{baseName(path)}</bdi>
          </h2>
          <p class="hint numbers">
            {formatBytes(entry.size)} · {formatFullTime(entry.modified)}
          </p>
          <p class="hint">{note}</p>
          <div class="chips">
            <button
              type="button"
              class="button primary"
              onClick={() => void toasts.attempt(downloadFile(path, deps))}
            >
              <Icon name="download" />
              {t('files.download')}
            </button>
            {canShare(path) && (
              <button type="button" class="button" onClick={() => void toasts.attempt(shareFile(path, deps))}>
                <Icon name="share" />
                {t('files.share')}
              </button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
