/** The preview of the camera, and the shutter button. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { TapButton, TapRow, type CaptureProps } from './tap-row.tsx';
import { useMedia } from './use-media.ts';
import styles from './device.module.css';

const quality = 0.92;

export function PhotoRequest({ tap, camera = 'back' }: CaptureProps) {
  const isFront = useSignal(camera === 'front');
  const isShown = useSignal(false);
  const video = useRef<HTMLVideoElement>(null);
  const facingMode = isFront.value ? 'user' : 'environment';
  const wanted = JSON.stringify({ video: { facingMode, width: { ideal: 2_048 }, height: { ideal: 1_536 } } });
  const stream = useMedia('camera', wanted, (reason) => tap.answer({ did: 'failed', reason }));
  useEffect(() => {
    isShown.value = false;
    if (video.current) video.current.srcObject = stream.value;
  }, [stream.value]);

  async function shoot(): Promise<void> {
    if (video.current) tap.answer({ did: 'captured', file: await photograph(video.current) });
  }

  return (
    <>
      <p id="permission-meaning">{t('tap.photo-hint')}</p>
      <video
        ref={video}
        class={styles.preview}
        data-mirrored={isFront.value || undefined}
        aria-label={t('tap.preview')}
        autoPlay
        muted
        playsInline
        onLoadedData={() => (isShown.value = true)}
      />
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          isPrimary={false}
          label={t('tap.other-camera')}
          onTap={() => (isFront.value = !isFront.value)}
        />
        <TapButton tap={tap} label={t('tap.shutter')} isBusy={!isShown.value} onTap={() => void shoot()} />
      </TapRow>
    </>
  );
}

/** Takes the picture unmirrored, also if the preview is mirrored. */
async function photograph(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const type = 'image/jpeg';
  return new File([await canvas.convertToBlob({ type, quality })], 'photo.jpg', { type });
}
