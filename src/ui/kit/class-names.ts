/** Joins class names into one `class` attribute. */

export function classNames(...names: readonly (string | undefined)[]): string {
  return names.join(' ');
}
