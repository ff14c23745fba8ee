/** The files of a paste. */

/** Office programs put a picture of the words beside the words: then the words are meant. */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  const types = clipboardData?.types ?? [];
  const areWords = types.includes('text/plain') && types.includes('text/html');
  return areWords ? [] : [...(clipboardData?.files ?? [])];
}
