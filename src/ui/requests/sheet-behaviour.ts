/** Behaviour shared by prompts: late arming of buttons, focus, and the space they cover. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useApp } from '#src/ui/app-context.ts';
import { focusComposer } from '#src/ui/kit/focus-composer.ts';

/** Long enough for a tap that was meant for something else to pass. */
const armAfterMs = 500;

/**
 * True once the prompt was visible and uncovered for `armAfterMs` with the same `shown` and the same prompts beside it: the
 * end of one moves the next one to where its button was.
 */
export function useArmed(what = ''): boolean {
  const { prompts } = useApp();
  const shown = [what, ...prompts.open.value.map(({ id }) => id)].join(' ');
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

/** Focuses the safe answer unless the user is typing. Afterwards the focus goes back, or to the composer. */
export function useSafeAnswerFocus(sheet: RefObject<HTMLElement | null>, isTouch: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    const element = sheet.current;
    if (!isField(before) || before.value === '')
      element?.querySelector<HTMLElement>('[data-answer="denied"]')?.focus({ preventScroll: true });
    return () => {
      // The sheet is still in the page, with the button that was pressed.
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !element?.contains(activeElement)) return;
      restoreFocus(before, isTouch);
    };
  }, []);
}

function restoreFocus(before: Element | null, isTouch: boolean): void {
  // On a touch screen a focused field would open the keyboard.
  const mayFocus = before instanceof HTMLElement && before !== document.body && !(isTouch && isField(before));
  if (mayFocus) before.focus({ preventScroll: true });
  if (!mayFocus || document.activeElement !== before) focusComposer(isTouch);
}

function isField(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
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
