/** Where the focus goes when what had it is gone: the next thing to do is to go on writing. */

/** On a touch screen it would bring up the keyboard, which nobody asked for: there it goes to what is being read. */
export function focusComposer(isTouch: boolean): void {
  const next = isTouch ? '.scroller:has(> [role=log])' : 'main footer textarea';
  document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
}
