/** Tells the keys of an input method, which composes Chinese or Japanese, for example, from those for the app. */

/** The code that browsers give a key which an input method handled. */
const handled = 229;

/**
 * Safari ends the composition before it reports the Enter that confirms it: only the code tells.
 * https://bugs.webkit.org/show_bug.cgi?id=165004
 */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it.
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === handled;
}
