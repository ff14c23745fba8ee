/** What the microphone hears, as a level, and the recording. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { TapButton, TapRow, type CaptureProps } from './tap-row.tsx';
import { useMedia } from './use-media.ts';
import styles from './device.module.css';

export function AudioRequest({ tap, mostSeconds }: CaptureProps & { mostSeconds: number }) {
  const stream = useMedia(JSON.stringify({ audio: true }), (reason) => tap.answer({ did: 'failed', reason }));
  const level = useLevel(stream.value);
  const left = useSignal(mostSeconds);
  const recorder = useRef<MediaRecorder | null>(null);
  const isRecording = useSignal(false);

  useEffect(() => {
    if (!isRecording.value) return;
    const timer = setInterval(() => {
      left.value--;
      if (left.value <= 0) recorder.current?.stop();
    }, 1_000);
    return () => clearInterval(timer);
  }, [isRecording.value]);

  // Dismissed or unmounted: what was recorded is dropped.
  useEffect(
    () => () => {
      if (recorder.current) recorder.current.onstop = null;
    },
    [],
  );

  function start(from: MediaStream): void {
    const started = new MediaRecorder(from);
    const parts: Blob[] = [];
    started.ondataavailable = ({ data }) => parts.push(data);
    started.onstop = () => {
      isRecording.value = false;
      const { mimeType: type } = started;
      tap.answer({ did: 'captured', file: new File(parts, 'recording', { type }) });
    };
    recorder.current = started;
    started.start();
    isRecording.value = true;
  }

  return (
    <>
      <p id="permission-meaning">{t('tap.audio-hint')}</p>
      <div class={styles.listening}>
        <meter class={styles.level} min={0} max={1} value={level.value} aria-label={t('tap.loudness')} />
        {isRecording.value && <span class="numbers">{t('tap.seconds-left', { count: left.value })}</span>}
      </div>
      <TapRow tap={tap}>
        {isRecording.value ? (
          <TapButton tap={tap} label={t('tap.keep')} onTap={() => recorder.current?.stop()} />
        ) : (
          <TapButton
            tap={tap}
            label={t('tap.record')}
            isBusy={stream.value === null}
            onTap={() => stream.value && start(stream.value)}
          />
        )}
      </TapRow>
    </>
  );
}

/** 0 to 1, ten times a second. */
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
