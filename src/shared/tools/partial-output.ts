/** The output that a command or script printed before it was stopped, at the end of the error message. */

const mark = '\nPrinted until then:\n';

export function withPartialOutput(message: string, printed: string): string {
  return `${message}${mark}${printed.trimEnd() || '(nothing)'}`;
}

/** Removes the output from a message, for a view that shows the output separately. */
export function withoutPartialOutput(message: string): string {
  const at = message.indexOf(mark);
  return at < 0 ? message : message.slice(0, at);
}
