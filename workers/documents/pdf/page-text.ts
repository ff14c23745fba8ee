/** Joins the text items of a PDF page into lines and paragraphs, with gaps between columns. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';

export async function pageText(page: PDFPageProxy): Promise<string> {
  const [content, fields] = await Promise.all([page.getTextContent(), filledFields(page)]);
  page.cleanup();
  return [joinItems(content.items), ...fields].filter(Boolean).join('\n\n');
}

/** Minimum gap for a space, a column and a new paragraph, as a multiple of the letter height. */
const wordGap = 0.15;
const columnGap = 1.2;
const paragraphGap = 1.7;

/** Text further left than this begins a line of its own, as a multiple of the letter height. */
const backwardGap = 1;

/**
 * Positions are along the direction of the text (`start`, `end`) and across it (`y`), so that a turned page reads
 * like an upright one.
 */
type Line = { text: string; angle: number; y: number; start: number; end: number; height: number };

function joinItems(items: TextContent['items']): string {
  const written: string[] = [];
  let line: Line | undefined;
  const endLine = () => {
    if (line) written.push(line.text.trimEnd());
    line = undefined;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const place = placeOf(item);
    if (line && !isOnLine(line, place)) {
      const drop = line.angle === place.angle ? Math.abs(line.y - place.y) : Infinity;
      const isFar = drop > paragraphGap * Math.max(line.height, place.height);
      endLine();
      if (isFar) written.push('');
    }
    line = line ? extend(line, place) : { ...place };
    if (item.hasEOL && item.str === '') endLineKeepingPlace();
  }
  endLine();
  return written
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

  /**
   * Ends the line but keeps its position: the distance to the next item decides whether a new paragraph
   * begins.
   */
  function endLineKeepingPlace(): void {
    if (line) line.end = -Infinity;
  }
}

type Place = Line & { isRightToLeft: boolean };

function placeOf({ transform, width, height, str, dir }: TextItem): Place {
  const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = transform as number[];
  const size = str === '' ? 0 : height || Math.hypot(c, d);
  const isRightToLeft = dir === 'rtl';
  // Columns of Chinese and Japanese run downwards.
  if (dir === 'ttb')
    return { text: str, angle: -90, y: x, start: -y, end: height - y, height: width, isRightToLeft };
  // Whole degrees, because the letters of a line differ by rounding.
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const start = x * cos + y * sin;
  return { text: str, angle, y: y * cos - x * sin, start, end: start + width, height: size, isRightToLeft };
}

function isOnLine(line: Line, { angle, y, start, height, text, isRightToLeft }: Place): boolean {
  if (line.end === -Infinity) return false;
  const size = Math.max(line.height, height, 1);
  if (text.trim() !== '' && angle !== line.angle) return false;
  if (Math.abs(line.y - y) > 0.5 * size) return false;
  return isRightToLeft || start >= line.end - backwardGap * size || isDrawnAgain(line, text, start);
}

/** Bold letters may be drawn twice, slightly shifted. */
function isDrawnAgain(line: Line, text: string, start: number): boolean {
  return start >= line.start - 0.3 * line.height && text.trim() !== '' && line.text.endsWith(text.trim());
}

function extend(line: Line, { text, height, start, end, isRightToLeft }: Place): Line {
  // Text from right to left goes on before the start of the line.
  const goesLeft = isRightToLeft && end <= line.start + 0.3 * line.height;
  const gap = goesLeft ? line.start - end : start - line.end;
  const size = Math.max(line.height, height, 1);
  const fresh = text.slice(repeated(line, { text, start, end }));
  if (fresh === '' && text !== '') return { ...line, end: Math.max(line.end, end) };
  const isSpaced = /\s$/.test(line.text) || /^\s/.test(fresh) || fresh === '';
  const between =
    gap > columnGap * size && fresh.trim() !== '' ? '   ' : gap > wordGap * size && !isSpaced ? ' ' : '';
  return {
    ...line,
    text: (between === '   ' ? line.text.trimEnd() : line.text) + between + fresh,
    height: Math.max(line.height, height),
    start: fresh.trim() === '' ? line.start : Math.min(line.start, start),
    // White space does not move the end of the line.
    end: fresh.trim() === '' && between === '' ? line.end : Math.max(line.end, end),
  };
}

/** How many of its first letters are drawn over the same letters at the end of the line. */
function repeated(line: Line, { text, start, end }: Pick<Line, 'text' | 'start' | 'end'>): number {
  const letter = (end - start) / Math.max(1, text.length);
  const overlap = line.end - start;
  if (overlap < 0.5 * letter || line.end === -Infinity) return 0;
  for (let count = Math.min(text.length, line.text.length); count > 0; count--) {
    const fits = Math.abs(count * letter - overlap) <= Math.max(0.5 * letter, 0.1 * line.height);
    if (fits && line.text.endsWith(text.slice(0, count))) return count;
  }
  return 0;
}

type Annotation = {
  subtype?: string;
  fieldName?: string;
  fieldValue?: unknown;
  contentsObj?: { str?: string };
};

/** The values of form fields and the annotations, which are not part of the page's text. */
async function filledFields(page: PDFPageProxy): Promise<string[]> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const fields = annotations.flatMap(({ subtype, fieldName, fieldValue }) => {
    const value = Array.isArray(fieldValue) ? fieldValue.join(', ') : fieldValue;
    const isFilled = typeof value === 'string' && value.trim() !== '' && value !== 'Off';
    return subtype === 'Widget' && fieldName && isFilled ? [`- ${fieldName}: ${value}`] : [];
  });
  const notes = annotations.flatMap(({ subtype, contentsObj }) => {
    const note = subtype === 'Widget' || subtype === 'Link' ? '' : (contentsObj?.str?.trim() ?? '');
    return note ? [`- ${note}`] : [];
  });
  return [
    ...(fields.length > 0 ? [`Form fields:\n${fields.join('\n')}`] : []),
    ...(notes.length > 0 ? [`Notes on the page:\n${notes.join('\n')}`] : []),
  ];
}
