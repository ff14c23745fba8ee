/** Behaviour shared by prompts: late arming of buttons, focus, and the space they cover. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Long enough for a tap that was meant for something else to pass. */
const armAfterMs = 500;

/** True once the prompt was visible and uncovered for `armAfterMs` with the same `shown`. */
export function useArmed(shown = ''): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      setArmedFor(null);
      if (!document.hidden) timer = setTimeout(() => setArmedFor(shown), armAfterMs);
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
  }, [shown]);
  return armedFor === shown;
}

/** Focuses the safe answer unless the user is typing, and restores the focus afterwards. */
export function useSafeAnswerFocus(sheet: RefObject<HTMLElement | null>): void {
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

/** Publishes the covered height as `--sheet-space`, so that pages below can scroll clear of it. */
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
