/** A model file being copied or downloaded, with progress and a cancel button. */
import type { ModelProgressEvent } from '#shared/models/device-model.ts';
import { t } from '#src/state/text/text.ts';
import { Progress } from '#src/ui/kit/progress.tsx';

export function WorkRow({ work, onCancel }: { work: ModelProgressEvent; onCancel: () => void }) {
  const { file } = work;
  return (
    <li class="card-row progress-row">
      <div class="row-text">
        <strong class="file-name">{file}</strong>
        <Progress
          label={t(work.work === 'download' ? 'device.downloading' : 'device.copying')}
          done={work.done}
          total={work.total}
        />
      </div>
      <button
        type="button"
        class="button"
        aria-label={t('device.cancel-named', { name: file })}
        onClick={onCancel}
      >
        {t('device.cancel')}
      </button>
    </li>
  );
}
