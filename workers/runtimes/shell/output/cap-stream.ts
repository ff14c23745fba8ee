/** Cuts the middle out of a long output, at the ends of lines where that costs little. */

export type Capped = { text: string; left: number };

export function capStream(text: string, most: number): Capped {
  if (text.length <= most) return { text, left: 0 };
  const head = endOfLine(text, Math.floor(most / 2));
  const tail = startOfLine(text, text.length - Math.ceil(most / 2));
  const left = tail - head;
  const mark = `\n[… ${left.toLocaleString('en')} characters left out; use head, tail, grep or > file to see them …]\n`;
  return { text: text.slice(0, head).toWellFormed() + mark + text.slice(tail).toWellFormed(), left };
}

/** How far a cut may move to reach the end of a line. */
const slack = 500;

function endOfLine(text: string, end: number): number {
  const at = text.lastIndexOf('\n', end);
  return at > end - slack ? at : end;
}

function startOfLine(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  return at >= 0 && at < start + slack ? at + 1 : start;
}
