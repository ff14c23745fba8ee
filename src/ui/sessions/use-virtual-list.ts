/**
 * Virtual scrolling for the list of chats: renders only rows near the view, and keeps visible rows in place
 * when the list changes.
 */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { asId, type SessionId } from '#shared/ids.ts';
import type { SessionGroup } from '#src/state/sessions/group-sessions.ts';
import { layOutRows, rowsInRange, medianShift, type RowPosition, type RowSizes } from './row-layout.ts';

/** Rows rendered beyond each edge, and rows scrolled before others are rendered. */
const overscanRows = 8;
const rowsPerStep = 4;
/** Sizes until the first rows are measured. */
const initialSizes: RowSizes = { row: 44, heading: 42 };

type VirtualList = { places: readonly RowPosition[]; row: number };

/** `list` is in `scroller` and contains the groups; each row has its session in `data-session`. */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  groups: readonly SessionGroup[],
): VirtualList {
  const sizes = useSignal(initialSizes);
  const visibleRange = useSignal({ from: 0, to: innerHeight });
  const focused = useFocusedRow(scroller);
  const places = useMemo(() => layOutRows(groups, sizes.value), [groups, sizes.value]);
  const visibleRows = useRef<readonly RowPosition[]>([]);
  const current = useRef(places);
  current.current = places;

  /** Updates the range of visible rows; scrolling by less than a step changes nothing. */
  function updateRange(box: HTMLElement): void {
    const { row } = sizes.peek();
    const step = row * rowsPerStep;
    const [from, to] = [box.scrollTop, box.scrollTop + box.clientHeight];
    visibleRows.current = from === 0 ? [] : rowsInRange(current.current, { from, to }, row, null);
    const next = { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
    if (next.from !== visibleRange.peek().from || next.to !== visibleRange.peek().to)
      visibleRange.value = next;
  }

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const shift = medianShift(visibleRows.current, places);
    if (shift !== 0) box.scrollTop += shift;
    updateRange(box);
  }, [places]);

  useLayoutEffect(() => {
    const [box, inner] = [scroller.current, list.current];
    if (!box || !inner) return;
    const observer = new ResizeObserver(() => {
      const measured = measure(inner);
      if (measured && !isSame(measured, sizes.peek())) sizes.value = measured;
      updateRange(box);
    });
    observer.observe(box);
    observer.observe(inner);
    const { row, heading } = measure(inner) ?? initialSizes;
    if (!isSame({ row, heading }, sizes.peek())) sizes.value = { row, heading };
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const onScroll = () => updateRange(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, []);

  const { row } = sizes.value;
  const { from, to } = visibleRange.value;
  const drawn = { from: from - overscanRows * row, to: to + overscanRows * row };
  return { places: rowsInRange(places, drawn, row, focused), row };
}

function useFocusedRow(scroller: RefObject<HTMLElement | null>): SessionId | null {
  const focused = useSignal<SessionId | null>(null);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener('focusin', ({ target }) => void (focused.value = sessionOf(target)), { signal });
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      // If the window loses the focus, the row keeps it and gets it back. The element that gets the focus
      // next must be rendered.
      if (document.hasFocus()) focused.value = sessionOf(relatedTarget);
    };
    box.addEventListener('focusout', onLeave, { signal });
    return () => listening.abort();
  }, []);
  return focused.value;
}

function sessionOf(target: EventTarget | null): SessionId | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-session]') : null;
  return row?.dataset.session === undefined ? null : asId<'session'>(row.dataset.session);
}

/** `null` while nothing is laid out: the drawer of phones is filled before it opens. */
function measure(list: HTMLElement): RowSizes | null {
  const heightOf = (selector: string) => list.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const sizes = { row: heightOf('[data-session]'), heading: heightOf('h2') };
  return sizes.row > 0 && sizes.heading > 0 ? sizes : null;
}

function isSame(one: RowSizes, other: RowSizes): boolean {
  return one.row === other.row && one.heading === other.heading;
}
