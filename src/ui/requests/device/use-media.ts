/** The camera or the microphone, open only while its view is on a visible screen. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explainMedia, openMedia } from '#src/page-services/open-media.ts';

/**
 * Null while the device opens, and while the page is hidden. `wanted` is JSON, so that it can be compared.
 */
export function useMedia(
  device: 'camera' | 'microphone',
  wanted: string,
  onFailure: (reason: string) => void,
): Signal<MediaStream | null> {
  const stream = useSignal<MediaStream | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const close = () => {
      stream.value?.getTracks().forEach((track) => track.stop());
      stream.value = null;
    };
    const state = { isOpening: false };
    async function follow(): Promise<void> {
      // A prompt is shown in every tab of the app: only the visible one may use the device.
      if (isOutOfSight()) return close();
      if (state.isOpening || stream.value) return;
      state.isOpening = true;
      try {
        stream.value = await openMedia(JSON.parse(wanted) as MediaStreamConstraints);
        if (over.signal.aborted || isOutOfSight()) close();
      } catch (error) {
        if (!over.signal.aborted) onFailure(explainMedia(error, device));
      } finally {
        state.isOpening = false;
      }
    }
    void follow();
    document.addEventListener('visibilitychange', () => void follow(), { signal: over.signal });
    return () => {
      over.abort();
      close();
    };
  }, [wanted]);
  return stream;
}

/** A function, because the value changes while a prompt of the browser is open. */
const isOutOfSight = () => document.hidden;
