/**
 * The parts of the app that load at first use, and Python packages: what is on this device, with downloads
 * for offline use.
 */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { RuntimeInfo, WheelInfo } from '#shared/api/packages.ts';
import { createPackages, type Packages } from '#src/state/packages.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { feedbackOf } from './feedback-of.ts';
import { RuntimeRow } from './runtime-row.tsx';
import styles from './packages.module.css';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';

export function PackagesSection() {
  const { connection, toasts } = useApp();
  const packages = useMemo(() => createPackages(connection, toasts), []);
  const feedback = useSignal<FeedbackState>(null);
  useEffect(() => packages.follow(), []);
  const { runtimes = [], wheels = [] } = packages.list.value ?? {};
  return (
    <Section title={t('packages.title')} hint={t('packages.hint')}>
      {runtimes.length > 0 && (
        <>
          <ul class="cards">
            {runtimes.map((runtime) => (
              <RuntimeRow key={runtime.name} {...{ runtime, packages, feedback }} />
            ))}
          </ul>
          <Total {...{ runtimes, packages, feedback }} />
        </>
      )}
      <Feedback state={feedback.value} />
      {wheels.length > 0 && (
        <WheelList
          wheels={wheels}
          onRemove={(url) => void packages.removeWheel(url)}
          onRemoveAll={() => void packages.removeWheels()}
        />
      )}
    </Section>
  );
}

type TotalProps = {
  runtimes: readonly RuntimeInfo[];
  packages: Packages;
  feedback: Signal<FeedbackState>;
};

function Total({ runtimes, packages, feedback }: TotalProps) {
  const isWorking = useSignal(false);
  const total = sum(runtimes, ({ bytes }) => bytes);
  const kept = sum(runtimes, ({ keptBytes }) => keptBytes);
  const makeAll = async () => {
    feedback.value = null;
    isWorking.value = true;
    feedback.value = feedbackOf(await packages.makeAllOffline());
    isWorking.value = false;
  };
  return (
    <div class={styles.total}>
      <p class="hint numbers">
        {t('packages.total', { kept: formatBytes(kept), total: formatBytes(total) })}
      </p>
      {kept < total && (
        <Button disabled={isWorking.value} onClick={() => void makeAll()}>
          {t('packages.all', { size: formatBytes(total - kept) })}
        </Button>
      )}
    </div>
  );
}

function sum(runtimes: readonly RuntimeInfo[], of: (runtime: RuntimeInfo) => number): number {
  return runtimes.reduce((bytes, runtime) => bytes + of(runtime), 0);
}

type WheelListProps = {
  wheels: readonly WheelInfo[];
  onRemove: (url: string) => void;
  onRemoveAll: () => void;
};

/** The Python packages that were downloaded from an index. */
function WheelList({ wheels, onRemove, onRemoveAll }: WheelListProps) {
  return (
    <>
      <div class={styles.wheels}>
        <h3>{t('packages.wheels')}</h3>
        <p class="hint">{t('packages.wheels-hint')}</p>
      </div>
      <ul class="cards">
        {wheels.map(({ url, name, version, bytes }) => (
          <li key={url} class="card-row">
            <div class="row-text">
              <strong>
                {name} <span class="numbers">{version}</span>
              </strong>
              <small>
                {new URL(url).host} · <span class="numbers">{formatBytes(bytes)}</span>
              </small>
            </div>
            <QuietButton
              icon="trash"
              label={t('device.remove', { name: `${name} ${version}` })}
              onClick={() => onRemove(url)}
            />
          </li>
        ))}
      </ul>
      {wheels.length > 1 && <Button onClick={onRemoveAll}>{t('packages.wheels-remove-all')}</Button>}
    </>
  );
}
