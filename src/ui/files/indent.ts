/** What Tab, Shift+Tab and Enter do to a text, as a piece to replace and a selection to leave. */

type Range = { start: number; end: number };
export type TextChange = Range & { text: string; selection: Range };

/** With what the text is indented already. */
function unitOf(text: string): string {
  return /^\t/m.test(text) ? '\t' : '  ';
}

/** A caret gets a step of space; a selection over several lines moves them as a whole. */
export function indentLines(text: string, { start, end }: Range): TextChange {
  const unit = unitOf(text);
  if (!text.slice(start, end).includes('\n')) {
    const at = start + unit.length;
    return { start, end, text: unit, selection: { start: at, end: at } };
  }
  const from = lineStart(text, start);
  const lines = text.slice(from, end).split('\n');
  // An empty line stays empty, and so does one of which only the beginning is selected.
  const moved = lines.map((line) => (line === '' ? line : unit + line)).join('\n');
  return { start: from, end, text: moved, selection: { start: from, end: from + moved.length } };
}

/** Nothing where there is no indent to take away. */
export function outdentLines(text: string, { start, end }: Range): TextChange {
  const from = lineStart(text, start);
  const to = start === end ? lineEnd(text, end) : end;
  const old = text.slice(from, to);
  const moved = old.replace(/^(\t| {1,2})/gm, '');
  const taken = old.length - moved.length;
  const caret = Math.max(from, start - taken);
  const selection = start === end ? { start: caret, end: caret } : { start: from, end: from + moved.length };
  return { start: from, end: to, text: moved, selection };
}

/** A new line begins where the one before it began. */
export function indentAt(text: string, { start, end }: Range): TextChange {
  const indent = /^[\t ]*/.exec(text.slice(lineStart(text, start), start))?.[0] ?? '';
  const at = start + 1 + indent.length;
  return { start, end, text: `\n${indent}`, selection: { start: at, end: at } };
}

function lineStart(text: string, at: number): number {
  // Before the first character a search from -1 would begin at 0.
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
