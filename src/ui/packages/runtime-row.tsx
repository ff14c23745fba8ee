/** One runtime: its size, whether it works offline, and buttons to download and to delete it. */
import { useSignal, type Signal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import type { RuntimeInfo } from '#shared/api/packages.ts';
import type { Packages } from '#src/state/packages.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { Progress } from '#src/ui/kit/progress.tsx';
import { feedbackOf } from './feedback-of.ts';
import styles from './packages.module.css';

type RuntimeRowProps = { runtime: RuntimeInfo; packages: Packages; feedback: Signal<FeedbackState> };

export function RuntimeRow({ runtime, packages, feedback }: RuntimeRowProps) {
  const isAsking = useSignal(false);
  const { name, state } = runtime;
  const title = t(`packages.runtime-${name}`);
  const work = packages.progress.value.find((each) => each.name === name);

  async function act(change: ReturnType<Packages['remove']>): Promise<void> {
    feedback.value = null;
    isAsking.value = false;
    feedback.value = feedbackOf(await change);
  }

  if (isAsking.value)
    return (
      <RemoveQuestion
        {...{ title, runtime }}
        onKeep={() => (isAsking.value = false)}
        onRemove={() => void act(packages.remove(name))}
      />
    );
  return (
    <li
      class={classNames('card-row progress-row', styles.runtime)}
      aria-label={title}
      data-state={work ? 'downloading' : state}
    >
      <div class="row-text">
        <strong>{title}</strong>
        <small>
          {t(`packages.about-${name}`)} · <span class="numbers">{formatBytes(runtime.bytes)}</span>
        </small>
        {work && <Progress label={t('device.downloading')} done={work.done} total={work.total} />}
        {!work && state === 'partly' && (
          <small class="numbers">{t('packages.partly', { kept: formatBytes(runtime.keptBytes) })}</small>
        )}
      </div>
      <Availability
        {...{ title, isHere: state === 'here', isWorking: work !== undefined }}
        onMake={() => void act(packages.makeOffline(name))}
        onCancel={() => packages.cancel(name)}
      />
      {!work && runtime.keptBytes > 0 && (
        <QuietButton
          icon="trash"
          label={t('device.remove', { name: title })}
          onClick={() => (isAsking.value = true)}
        />
      )}
    </li>
  );
}

type AvailabilityProps = {
  title: string;
  isHere: boolean;
  isWorking: boolean;
  onMake: () => void;
  onCancel: () => void;
};

/** The note that the runtime is on this device, or the button that downloads it or cancels the download. */
function Availability({ title, isHere, isWorking, onMake, onCancel }: AvailabilityProps) {
  if (isWorking)
    return (
      <Button aria-label={t('device.cancel-named', { name: title })} onClick={onCancel}>
        {t('device.cancel')}
      </Button>
    );
  if (!isHere)
    return (
      <Button aria-label={t('packages.make-named', { name: title })} onClick={onMake}>
        {t('packages.make')}
      </Button>
    );
  return (
    <span class={styles.here}>
      <Icon name="check" />
      {t('packages.here')}
    </span>
  );
}

type RemoveQuestionProps = {
  title: string;
  runtime: RuntimeInfo;
  onKeep: () => void;
  onRemove: () => void;
};

function RemoveQuestion({ title, runtime, onKeep, onRemove }: RemoveQuestionProps) {
  const size = formatBytes(runtime.keptBytes);
  return (
    <li class="card-row progress-row" aria-label={t('device.remove', { name: title })}>
      <p class={classNames('row-text', styles.question)}>{t('packages.remove-ask', { name: title, size })}</p>
      <Button onClick={onKeep}>{t('device.keep')}</Button>
      <Button kind="primary" onClick={onRemove}>
        {t('device.remove-now')}
      </Button>
    </li>
  );
}
