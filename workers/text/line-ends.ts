/** Line ends of text files: a change keeps those that the file has. */

export function toWindowsLineEnds(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

/** Every line ends as on Windows. */
export function isWindowsText(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
}
