/** The browser's built-in model: its availability, download, and a button to use it. */
import type { Signal } from '@preact/signals';
import { builtInModel } from '#shared/models/device-model.ts';
import type { DeviceModels } from '#src/state/connections/device-models.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Progress } from '#src/ui/kit/progress.tsx';
import { useModel } from './use-model.ts';

export function BuiltInRow({ models, feedback }: { models: DeviceModels; feedback: Signal<FeedbackState> }) {
  const app = useApp();
  const state = models.builtIn.value;
  const done = models.builtInDone.value;
  const canDownload = state === 'downloadable' || state === 'downloading';

  async function download(): Promise<void> {
    feedback.value = null;
    const error = await models.downloadBuiltIn();
    if (error) feedback.value = { isGood: false, text: sentenceFor(error) };
  }

  return (
    <li class="card-row progress-row">
      <div class="row-text">
        <strong>{t('device.built-in')}</strong>
        <small>{done === null && t(`device.built-in-${state}`)}</small>
        {done !== null && <Progress label={t('device.downloading')} done={done} total={1} />}
      </div>
      {state === 'available' && (
        <button type="button" class="button" onClick={() => void useModel(builtInModel, app)}>
          {t('device.use')}
        </button>
      )}
      {canDownload && done === null && (
        <button type="button" class="button" onClick={() => void download()}>
          {t('device.download')}
        </button>
      )}
      {done !== null && (
        <button type="button" class="button" onClick={models.cancelBuiltIn}>
          {t('device.cancel')}
        </button>
      )}
    </li>
  );
}
