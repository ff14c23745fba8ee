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

type Line = { text: string; y: number; end: number; height: number };

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
      const drop = Math.abs(line.y - place.y);
      const isFar = drop > paragraphGap * Math.max(line.height, place.height);
      endLine();
      if (isFar) written.push('');
    }
    line = line ? extend(line, item, place) : { text: item.str, ...place, end: place.x + item.width };
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

type Place = { x: number; y: number; height: number };

function placeOf({ transform, height, str }: TextItem): Place {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform as number[];
  return { x, y, height: str === '' ? 0 : height || Math.hypot(c, d) };
}

function isOnLine(line: Line, { y, height }: Place): boolean {
  return line.end !== -Infinity && Math.abs(line.y - y) <= 0.5 * Math.max(line.height, height, 1);
}

function extend(line: Line, { str, width }: TextItem, { x, height }: Place): Line {
  const gap = x - line.end;
  const size = Math.max(line.height, height, 1);
  const isSpaced = /\s$/.test(line.text) || /^\s/.test(str) || str === '';
  const between =
    gap > columnGap * size && str.trim() !== '' ? '   ' : gap > wordGap * size && !isSpaced ? ' ' : '';
  return {
    ...line,
    text: (between === '   ' ? line.text.trimEnd() : line.text) + between + str,
    height: Math.max(line.height, height),
    // White space does not move the end of the line.
    end: str.trim() === '' && between === '' ? line.end : Math.max(line.end, x + width),
  };
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
