/** Keeps the last version of lines that a program overwrites, such as those of a progress bar. */

export function withoutOverwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').findLast((part) => part !== '') ?? '')
    .join('\n');
}
