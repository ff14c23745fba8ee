/** Buttons that take a file out of the app: download, and share where the browser can. */
import { canShare, downloadFile, shareFile } from '#src/state/files/file-export.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';

export function ExportButtons({ path, kind = 'primary' }: { path: string; kind?: 'primary' | 'chip' }) {
  const { connection, toasts } = useApp();
  const deps = { api: connection.api, toasts };
  return (
    <>
      <Button kind={kind} icon="download" onClick={() => void toasts.attempt(downloadFile(path, deps))}>
        {t('files.download')}
      </Button>
      {canShare(path) && (
        <Button
          {...(kind === 'chip' && { kind })}
          icon="share"
          onClick={() => void toasts.attempt(shareFile(path, deps))}
        >
          {t('files.share')}
        </Button>
      )}
    </>
  );
}
