/** Facts about a file that cannot be shown here, with its actions. */
import { canShare, downloadFile, shareFile } from '#src/state/files/file-export.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes, formatFullTime } from '#src/ui/kit/format-file.ts';
import { FileIcon } from '#src/ui/kit/file-icon.tsx';
import styles from '../files.module.css';

type FileFactsProps = { file: OpenFile; note: string; action?: { label: string; run(): void } };

export function FileFacts({ file, note, action }: FileFactsProps) {
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
            {action && <Button onClick={action.run}>{action.label}</Button>}
            <Button
              kind="primary"
              icon="download"
              onClick={() => void toasts.attempt(downloadFile(path, deps))}
            >
              {t('files.download')}
            </Button>
            {canShare(path) && (
              <Button icon="share" onClick={() => void toasts.attempt(shareFile(path, deps))}>
                {t('files.share')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
