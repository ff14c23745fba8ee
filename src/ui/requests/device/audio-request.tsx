/** Records the microphone and shows its level. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { holdWakeLock } from '#src/page-services/wake-lock.ts';
import { t } from '#src/state/text/text.ts';
import { startRecording, type Recorded, type Recording } from './start-recording.ts';
import { TapButton, TapRow, type CaptureProps, type Tap } from './tap-row.tsx';
import { useMedia } from './use-media.ts';
import styles from './device.module.css';

export function AudioRequest({ tap, maxSeconds }: CaptureProps & { maxSeconds: number }) {
  /** The recording ended early: the user decides whether it is enough. */
  const cut = useSignal<Recorded | null>(null);
  const stream = useMedia('microphone', JSON.stringify({ audio: true }), (reason) => {
    if (!cut.value) tap.answer({ did: 'failed', reason });
  });
  const level = useLevel(stream.value);
  const { left, start, stop } = useRecording(maxSeconds, (recorded) => {
    if (recorded.endedEarly) cut.value = recorded;
    else tap.answer({ did: 'captured', ...recorded });
  });

  function record(): void {
    if (!stream.value) return;
    cut.value = null;
    start(stream.value);
  }

  if (cut.value) return <CutShort tap={tap} recorded={cut.value} stream={stream} onAgain={record} />;
  return (
    <>
      <p id="permission-meaning">{t('tap.audio-hint')}</p>
      <div class={styles.listening}>
        <meter class={styles.level} min={0} max={1} value={level.value} aria-label={t('tap.loudness')} />
        {left.value !== null && <span class="numbers">{t('tap.seconds-left', { count: left.value })}</span>}
      </div>
      <TapRow tap={tap}>
        {left.value === null ? (
          <TapButton tap={tap} label={t('tap.record')} isBusy={stream.value === null} onTap={record} />
        ) : (
          <TapButton tap={tap} label={t('tap.keep')} onTap={stop} />
        )}
      </TapRow>
    </>
  );
}

type CutShortProps = {
  tap: Tap;
  recorded: Recorded;
  stream: Signal<MediaStream | null>;
  onAgain: () => void;
};

function CutShort({ tap, recorded, stream, onAgain }: CutShortProps) {
  const { seconds = 0, why = 'device' } = recorded.endedEarly ?? {};
  return (
    <>
      <p id="permission-meaning" role="alert">
        {t(`tap.cut-${why}`, { count: seconds })}
      </p>
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          isPrimary={false}
          label={t('tap.record-again')}
          isBusy={!stream.value?.active}
          onTap={onAgain}
        />
        <TapButton
          tap={tap}
          label={t('tap.keep-part')}
          onTap={() => tap.answer({ did: 'captured', ...recorded })}
        />
      </TapRow>
    </>
  );
}

/** `left`: the remaining seconds; null while nothing is recorded. */
function useRecording(maxSeconds: number, onEnd: (recorded: Recorded) => void) {
  const left = useSignal<number | null>(null);
  const recording = useRef<Recording | null>(null);
  const isRecording = left.value !== null;

  useEffect(() => {
    if (!isRecording) return;
    // A screen that switches itself off hides the page, which ends the recording.
    const release = holdWakeLock();
    const timer = setInterval(() => {
      left.value = (left.value ?? 1) - 1;
      if (left.value <= 0) recording.current?.stop();
    }, 1_000);
    return () => {
      clearInterval(timer);
      release();
    };
  }, [isRecording]);

  // Dismissed or unmounted: the recording is not wanted any more.
  useEffect(() => () => recording.current?.discard(), []);

  return {
    left,
    stop: () => recording.current?.stop(),
    start(stream: MediaStream) {
      recording.current = startRecording(stream, (recorded) => {
        left.value = null;
        onEnd(recorded);
      });
      left.value = maxSeconds;
    },
  };
}

/** The level of the sound, 0 to 1, ten times a second. */
function useLevel(stream: MediaStream | null) {
  const level = useSignal(0);
  useEffect(() => {
    if (!stream) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const wave = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(wave);
      const loudest = wave.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0);
      level.value = Math.min(1, loudest / 128);
    }, 100);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);
  return level;
}
