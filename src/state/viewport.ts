/** Whether there is room for the sidebar, and whether a finger or a mouse points. */
import { signal, type ReadonlySignal } from '@preact/signals';

export type Viewport = { isWide: ReadonlySignal<boolean>; isTouch: ReadonlySignal<boolean> };

export function createViewport(): Viewport {
  return { isWide: mediaSignal('(min-width: 840px)'), isTouch: mediaSignal('(pointer: coarse)') };
}

function mediaSignal(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => (matches.value = media.matches));
  return matches;
}
