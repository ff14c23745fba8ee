/** On-device models: the browser's built-in one, GGUF files, and ways to add one. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { createDeviceModels, type DeviceModels } from '#src/state/connections/device-models.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { AddModel } from './add-model.tsx';
import {
  type ModelProgressEvent,
  builtInModel,
  modelIdOf,
  type ModelFile,
} from '#shared/models/device-model.ts';
import { Progress } from '#src/ui/kit/progress.tsx';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './device-models.module.css';
import type { AppState } from '#src/state/app-state.ts';

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
      <Button aria-label={t('device.cancel-named', { name: file })} onClick={onCancel}>
        {t('device.cancel')}
      </Button>
    </li>
  );
}

/** The browser's built-in model: its availability, download, and a button to use it. */
function BuiltInRow({ models, feedback }: { models: DeviceModels; feedback: Signal<FeedbackState> }) {
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
        <Button onClick={() => void useModel(builtInModel, app)}>{t('device.use')}</Button>
      )}
      {canDownload && done === null && (
        <Button onClick={() => void download()}>{t('device.download')}</Button>
      )}
      {done !== null && <Button onClick={models.cancelBuiltIn}>{t('device.cancel')}</Button>}
    </li>
  );
}

type FileRowProps = { file: ModelFile; models: DeviceModels; loading: ModelProgressEvent | undefined };

/** One GGUF file: its size, a button to use it, and one to delete it after a confirmation. */
function FileRow({ file, models, loading }: FileRowProps) {
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
        <Button onClick={() => (isAsking.value = false)}>{t('device.keep')}</Button>
        <Button kind="primary" onClick={() => void remove()}>
          {t('device.remove-now')}
        </Button>
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
      <Button
        aria-label={t('device.use-named', { name })}
        onClick={() => void useModel(modelIdOf(name), app)}
      >
        {t('device.use')}
      </Button>
      <QuietButton
        icon="trash"
        label={t('device.remove', { name })}
        onClick={() => (isAsking.value = true)}
      />
    </li>
  );
}

/** There is one provider for on-device models; choosing another model changes it. */
async function useModel(model: string, { providers, chat, router, toasts }: AppState): Promise<void> {
  const before = providers.list.value.find(({ kind }) => kind === 'on-device');
  const label = before?.label ?? t('device.title');
  const saved = await providers.save({ ...(before && { id: before.id }), kind: 'on-device', label, model });
  if (!saved) return;
  if (!saved.ok) return void toasts.show(t('edit.save-failed', { reason: saved.error.message }));
  router.go({ view: 'chat', session: null });
  chat.chosenProvider.value = saved.value.id;
}
