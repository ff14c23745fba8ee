/** Where the focus goes when what had it is gone: the next thing to do is to go on writing. */

/** On a touch screen it would bring up the keyboard, which nobody asked for. */
export function writeOn(isTouch: boolean): void {
  if (!isTouch) document.querySelector<HTMLElement>('.composer textarea')?.focus();
}
