/** One GGUF file: its size, a button to use it, and one to delete it after a confirmation. */
import { useSignal } from '@preact/signals';
import { modelIdOf, type ModelFile, type ModelProgressEvent } from '#shared/models/device-model.ts';
import type { DeviceModels } from '#src/state/connections/device-models.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Progress } from '#src/ui/kit/progress.tsx';
import { useModel } from './use-model.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './device-models.module.css';

type FileRowProps = { file: ModelFile; models: DeviceModels; loading: ModelProgressEvent | undefined };

export function FileRow({ file, models, loading }: FileRowProps) {
  const app = useApp();
  const isAsking = useSignal(false);
  const { name } = file;
  const size = formatBytes(file.bytes);

  async function remove(): Promise<void> {
    await models.remove(name);
    app.toasts.show(t('device.removed', { name }));
  }

  if (isAsking.value) {
    return (
      <li class="card-row progress-row" aria-label={t('device.remove', { name })}>
        <p class={classNames('row-text', styles.fileQuestion)}>{t('device.remove-ask', { name, size })}</p>
        <button type="button" class="button" onClick={() => (isAsking.value = false)}>
          {t('device.keep')}
        </button>
        <button type="button" class="button primary" onClick={() => void remove()}>
          {t('device.remove-now')}
        </button>
      </li>
    );
  }
  return (
    <li class="card-row progress-row">
      <div class="row-text">
        <strong class="file-name">{name}</strong>
        <small class="numbers">{size}</small>
        {loading && <Progress label={t('device.loading')} done={loading.done} total={loading.total} />}
      </div>
      <button
        type="button"
        class="button"
        aria-label={t('device.use-named', { name })}
        onClick={() => void useModel(modelIdOf(name), app)}
      >
        {t('device.use')}
      </button>
      <IconButton
        class="quiet"
        icon="trash"
        label={t('device.remove', { name })}
        onClick={() => (isAsking.value = true)}
      />
    </li>
  );
}
