/** Which rows of a long table are on the screen, by the place that its box is scrolled to. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Pixels; the same as in the style sheet. */
export const rowHeight = 36;
/** Rows above and below the screen, so that a swipe shows rows at once. */
const spare = 16;
/** The rows change in steps, because each change renders. */
const step = 8;
/** Browsers draw no box that is much higher; in a table with more rows each pixel of scrolling is more of it. */
const tallest = 12_000_000;

/** Of the rows without the head: `last` is not shown itself. */
export type VisibleRows = { first: number; last: number };

export function useVisibleRows(box: RefObject<HTMLElement | null>, rows: number): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({ first: 0, last: Math.min(rows, spare) });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const next = visibleAt(element.scrollTop, element.clientHeight, rows);
      setVisible((before) => (before.first === next.first && before.last === next.last ? before : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [rows]);
  return visible;
}

/** Pixels of all rows together. */
function heightOf(rows: number): number {
  return Math.min(rows * rowHeight, tallest);
}

export function visibleAt(scrollTop: number, height: number, rows: number): VisibleRows {
  const shown = Math.ceil(height / rowHeight) + 2 * spare;
  // At the end of the scroll the last row is at the end of the box.
  const way = Math.max(1, heightOf(rows) - height);
  const share = Math.min(1, Math.max(0, scrollTop / way));
  const top = share * Math.max(0, rows * rowHeight - height);
  const begin = Math.floor(top / rowHeight) - spare;
  const first = Math.max(0, Math.min(Math.floor(begin / step) * step, rows - shown));
  return { first, last: Math.min(rows, first + shown + step) };
}

/** Pixels before and after the visible rows. */
export function spaceOf({ first, last }: VisibleRows, rows: number): [before: number, after: number] {
  const space = Math.max(0, heightOf(rows) - (last - first) * rowHeight);
  const hidden = rows - (last - first);
  const before = hidden > 0 ? (space * first) / hidden : 0;
  return [before, space - before];
}
