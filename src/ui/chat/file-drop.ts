/** Files dropped anywhere on the page, or pasted: without this the browser would open them in place of the app. */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Tells whether files hang over the page. */
export function useFileDrop(add: (files: Iterable<File>) => void): ReadonlySignal<boolean> {
  const isOver = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const listen = (type: 'dragover' | 'dragleave' | 'drop', then: (event: DragEvent) => void) =>
      addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          then(event);
        },
        { signal },
      );
    listen('dragover', () => (isOver.value = true));
    // Without a target the pointer has left the window; otherwise it only went on to another element.
    listen('dragleave', ({ relatedTarget }) => (isOver.value = relatedTarget !== null));
    listen('drop', ({ dataTransfer }) => {
      isOver.value = false;
      add(dataTransfer?.files ?? []);
    });
    return () => listening.abort();
  }, []);
  return isOver;
}

/** Office programs put a picture of the words beside the words: then the words are meant. */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  const types = clipboardData?.types ?? [];
  const areWords = types.includes('text/plain') && types.includes('text/html');
  return areWords ? [] : [...(clipboardData?.files ?? [])];
}
