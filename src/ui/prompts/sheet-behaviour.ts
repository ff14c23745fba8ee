/** How a question behaves on the screen: when it takes taps, where the focus goes, and the room it needs. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Long enough that nobody who was about to tap here still does. */
const armAfterMs = 500;

/** Counts only time in which the question could be seen, from when nothing lay over it any more. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      setArmed(false);
      if (!document.hidden) timer = setTimeout(() => setArmed(true), armAfterMs);
    };
    start();
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('visibilitychange', start, { signal });
    // The drawer and the menus are modal dialogs; their `close` does not bubble, but it can be captured.
    document.addEventListener('close', start, { signal, capture: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return isArmed;
}

/** The focus goes to the answer that does no harm, unless the user is writing; and back when the question is gone. */
export function useCalmFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    if (isWriting(before)) return;
    sheet.current?.querySelector<HTMLElement>('[data-answer="denied"]')?.focus({ preventScroll: true });
    return () => {
      const wasLost = document.activeElement === null || document.activeElement === document.body;
      if (wasLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

function isWriting(element: Element | null): boolean {
  const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
  return isField && element.value !== '';
}

/** Tells the pages under the question how far up it reaches, so that their end can be scrolled clear of it. */
export function useSheetSpace(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--sheet-space', `${window.innerHeight - element.offsetTop}px`),
    );
    observer.observe(element);
    observer.observe(document.documentElement);
    return () => {
      observer.disconnect();
      style.removeProperty('--sheet-space');
    };
  }, []);
}
