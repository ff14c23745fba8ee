/** On-device models: the browser's built-in one, GGUF files, and ways to add one. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { createDeviceModels } from '#src/state/connections/device-models.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { AddModel } from './add-model.tsx';
import { BuiltInRow } from './built-in-row.tsx';
import { FileRow } from './file-row.tsx';
import type { ModelProgressEvent } from '#shared/models/device-model.ts';
import { Progress } from '#src/ui/kit/progress.tsx';

export function DeviceSection() {
  const { connection, toasts } = useApp();
  const models = useMemo(() => createDeviceModels(connection, toasts), []);
  const feedback = useSignal<FeedbackState>(null);
  useEffect(() => models.follow(), []);
  const files = models.files.value ?? [];
  const loading = models.work.value.filter(({ work }) => work === 'load');
  const adding = models.work.value.filter(({ work }) => work !== 'load');
  const hasBuiltIn = models.builtIn.value !== 'unsupported';
  return (
    <Section title={t('device.title')} hint={t('device.hint')}>
      {(hasBuiltIn || files.length > 0 || adding.length > 0) && (
        <ul class="cards">
          {hasBuiltIn && <BuiltInRow models={models} feedback={feedback} />}
          {files.map((file) => (
            <FileRow
              key={file.name}
              file={file}
              models={models}
              loading={loading.find((each) => each.file === file.name)}
            />
          ))}
          {adding.map((work) => (
            <WorkRow key={work.file} work={work} onCancel={() => models.cancel(work.file)} />
          ))}
        </ul>
      )}
      <Feedback state={feedback.value} />
      <AddModel models={models} feedback={feedback} />
    </Section>
  );
}

/** A model file being copied or downloaded, with progress and a cancel button. */
function WorkRow({ work, onCancel }: { work: ModelProgressEvent; onCancel: () => void }) {
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
