/** What a command or a script had printed when it was stopped, at the end of the message that says so. */

const mark = '\nPrinted until then:\n';

export function withPartialOutput(message: string, printed: string): string {
  return `${message}${mark}${printed.trimEnd() || '(nothing)'}`;
}

/** For a place that shows the output itself. */
export function withoutPartialOutput(message: string): string {
  const at = message.indexOf(mark);
  return at < 0 ? message : message.slice(0, at);
}
