/** Moves the focus to the composer when the focused element is gone. */

/** On a touch screen a focused field would open the keyboard, so the focus goes to the transcript. */
export function focusComposer(isTouch: boolean): void {
  const next = isTouch ? '.scroller:has(> [role=log])' : 'main footer textarea';
  document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
}
