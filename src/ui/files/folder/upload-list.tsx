/** Uploads in progress, each with a progress bar and a cancel button. */
import { baseName } from '#src/state/files/file-paths.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { t } from '#src/state/text/text.ts';
import { Progress } from '#src/ui/kit/progress.tsx';
import { useFiles } from '../files-context.ts';

export function UploadList() {
  const { uploads } = useFiles();
  const list = uploads.progress.value;
  if (list.length === 0) return null;
  return (
    <ul class="cards" aria-label={t('files.uploads')}>
      {list.map(({ run, path, done, total }) => (
        <li key={run} class="card-row progress-row">
          <div class="row-text">
            <strong class="file-name">{baseName(path)}</strong>
            <Progress label={t('files.uploading')} done={done} total={total} />
          </div>
          <Button
            aria-label={t('files.cancel-named', { name: baseName(path) })}
            onClick={() => uploads.cancel(run)}
          >
            {t('action.cancel')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
