/** Storage in use, whether it is persistent, and a ZIP download of the folder. */
import { useEffect } from 'preact/hooks';
import { downloadZip } from '#src/state/files/file-export.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { useFiles } from './files-context.ts';
import styles from './files.module.css';

export function StorageMeter({ path, isEmpty }: { path: string; isEmpty: boolean }) {
  const { connection, storage, toasts } = useApp();
  const { files } = useFiles();
  useEffect(() => void toasts.attempt(storage.refresh()), [files.place.value]);
  const used = storage.usedBytes.value;
  const quota = storage.quotaBytes.value;
  const isKept = storage.persistence.value === 'kept';
  return (
    <section class={styles.storage} aria-label={t('files.storage')}>
      {used !== null && quota !== null && quota > 0 && (
        <>
          <meter aria-label={t('files.storage')} min={0} max={quota} value={used} high={quota * 0.9} />
          <p class="hint numbers">
            {t('files.storage-used', { used: formatBytes(used), quota: formatBytes(quota) })}{' '}
            {t(isKept ? 'files.storage-kept' : 'files.storage-at-risk')}
          </p>
        </>
      )}
      <div class="chips">
        {!isEmpty && (
          <Button icon="download" onClick={() => void downloadZip(path, { api: connection.api, toasts })}>
            {t('files.zip-this')}
          </Button>
        )}
        {storage.persistence.value === 'at-risk' && (
          <Button icon="shield" onClick={() => void toasts.attempt(storage.ask())}>
            {t('storage.ask')}
          </Button>
        )}
      </div>
    </section>
  );
}
