/** Whether there is room for the sidebar, whether a finger or a mouse points, and what a keyboard leaves of the screen. */
import { signal, type ReadonlySignal } from '@preact/signals';

export type Viewport = { isWide: ReadonlySignal<boolean>; isTouch: ReadonlySignal<boolean> };

export function createViewport(): Viewport {
  keepAboveKeyboard();
  return { isWide: mediaSignal('(min-width: 840px)'), isTouch: mediaSignal('(pointer: coarse)') };
}

function mediaSignal(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => (matches.value = media.matches));
  return matches;
}

/**
 * Where a keyboard lies over the page instead of making it smaller (Safari), the page takes the place that is left, and
 * keeps it when the browser moves that place down to show the field.
 */
function keepAboveKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const { style } = document.documentElement;
  const fit = () => {
    // Who zooms in wants to see a part of the page, not a smaller page.
    const isCovered = seen.scale === 1 && innerHeight - seen.height > 1;
    style.setProperty('--seen-height', isCovered ? `${seen.height}px` : '');
    style.setProperty('--seen-top', isCovered ? `${seen.offsetTop}px` : '');
  };
  seen.addEventListener('resize', fit);
  seen.addEventListener('scroll', fit);
}
