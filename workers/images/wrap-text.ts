/** Breaks a text into lines of a width. */

/** `widthOf`: of one line, in pixels. A word that is wider than a line is cut, also where a script has no blanks. */
export function wrapText(text: string, width: number, widthOf: (line: string) => number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, widthOf));
}

function wrapLine(text: string, width: number, widthOf: (line: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    if (widthOf((line + word).trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    for (const letter of lettersOf(word)) {
      if (line !== '' && widthOf((line + letter).trimEnd()) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line.trimEnd()];
}

/** As people count them: an accent stays with its letter. */
function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
