/**
 * Whether there is room for the sidebar, whether the pointer is a finger, and the area that an on-screen
 * keyboard leaves free.
 */
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
 * An on-screen keyboard may cover the page instead of shrinking it (Safari). The page then gets the height of
 * the visible area, and follows that area when the browser scrolls it to show the field.
 */
function keepAboveKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const { style } = document.documentElement;
  const fit = () => {
    // Zooming in also makes the visible area smaller, but must not make the page smaller.
    const isCovered = seen.scale === 1 && innerHeight - seen.height > 1;
    style.setProperty('--seen-height', isCovered ? `${seen.height}px` : '');
    style.setProperty('--seen-top', isCovered ? `${seen.offsetTop}px` : '');
  };
  seen.addEventListener('resize', fit);
  seen.addEventListener('scroll', fit);
}
