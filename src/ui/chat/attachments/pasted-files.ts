/** The files of a paste event. */

/** Office programs add an image of copied text: then only the text is meant. */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  const types = clipboardData?.types ?? [];
  const areWords = types.includes('text/plain') && types.includes('text/html');
  return areWords ? [] : [...(clipboardData?.files ?? [])];
}
