/** Arrow keys in a toolbar: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Props of the element with the role `toolbar`, whose buttons are ordered from left to right. Tab goes to the
 * button that was focused last.
 */
export function useToolbar() {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef(0);
  const buttons = () => [...(ref.current?.querySelectorAll('button') ?? [])];
  const mark = () => {
    const all = buttons();
    current.current = Math.min(current.current, Math.max(0, all.length - 1));
    all.forEach((button, at) => (button.tabIndex = at === current.current ? 0 : -1));
  };
  // After each render, because buttons may be added or removed.
  useLayoutEffect(mark);
  return {
    ref,
    onKeyDown(event: KeyboardEvent): void {
      const all = buttons();
      const next = nextInToolbar(event.key, current.current, all.length);
      if (next === undefined) return;
      event.preventDefault();
      all[next]?.focus();
    },
    onFocusIn(event: FocusEvent): void {
      current.current = Math.max(
        0,
        buttons().findIndex((button) => button === event.target),
      );
      mark();
    },
  };
}

/** The place of the button that a key goes to. */
export function nextInToolbar(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
