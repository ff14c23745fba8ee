/** Turns the XML of a slide into Markdown, in the order of its shapes. */
import { markdownTable, trimRows } from '../markdown-table.ts';
import { attributeOf, walkXml } from '../zip/walk-xml.ts';
import { readEquation, type EquationReader } from '../equation.ts';

type Line = { level: number; text: string };
type Shape = { placeholder: string | undefined; lines: Line[] };

type Reading = {
  blocks: string[];
  isHidden: boolean;
  shape: Shape | undefined;
  line: Line | undefined;
  /** The rows of the table that is being read. */
  rows: string[][] | undefined;
  cell: string[] | undefined;
  isText: boolean;
  /** The equation that is being read, and the depth inside it. */
  equation: { reader: EquationReader; depth: number } | undefined;
  /** Depth inside `Fallback`, which repeats the preceding content for older programs; 0 outside. */
  skipped: number;
};

/** Placeholders that repeat on every slide. */
const repeatedPlaceholders = ['dt', 'ftr', 'sldNum', 'hdr'];

type Choice = {
  /** Name of the element that is a shape. */
  frame?: string;
  /** Chooses shapes by the type of their placeholder. */
  isWanted?(placeholder: string | undefined): boolean;
  /** Whether paragraphs of the body become list items, as on slides; in notes they stay paragraphs. */
  hasLists?: boolean;
};

export function readSlide(
  xml: string,
  {
    frame = 'sp',
    isWanted = (type) => !repeatedPlaceholders.includes(type ?? ''),
    hasLists = true,
  }: Choice = {},
): { text: string; isHidden: boolean } {
  const reading: Reading = {
    blocks: [],
    isHidden: false,
    shape: undefined,
    line: undefined,
    rows: undefined,
    cell: undefined,
    isText: false,
    equation: undefined,
    skipped: 0,
  };
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'Fallback' || reading.skipped > 0) reading.skipped++;
      else if (reading.equation) {
        reading.equation.depth++;
        reading.equation.reader.open(name, attributeOf(attributes, 'val'));
      } else if (name === 'oMath') reading.equation = { reader: readEquation(), depth: 0 };
      else if (name === frame) reading.shape = { placeholder: undefined, lines: [] };
      else openElement(reading, name, attributes);
    },
    text(piece) {
      if (reading.equation) reading.equation.reader.text(piece);
      else if (reading.isText && reading.line) reading.line.text += piece;
    },
    close(name) {
      if (reading.skipped > 0) reading.skipped--;
      else if (reading.equation && reading.equation.depth-- > 0) reading.equation.reader.close();
      else if (reading.equation) endEquation(reading, reading.equation.reader);
      else if (name === frame) endShape(reading, { isWanted, hasLists });
      else closeElement(reading, name);
    },
  });
  return { text: reading.blocks.join('\n\n'), isHidden: reading.isHidden };
}

function endEquation(reading: Reading, reader: EquationReader): void {
  if (reading.line) reading.line.text += reader.result();
  reading.equation = undefined;
}

function openElement(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  const { show, descr, title } = attributes;
  switch (name) {
    case 'sld':
      reading.isHidden = show === '0' || show === 'false';
      break;
    case 't':
      reading.isText = true;
      break;
    case 'tbl':
      reading.rows = [];
      break;
    case 'tr':
      reading.rows?.push([]);
      break;
    case 'tc':
      reading.cell = [];
      break;
    case 'cNvPr': {
      const words = (descr ?? title ?? '').trim();
      if (words) reading.blocks.push(`[picture: ${words}]`);
      break;
    }
    default:
      openTextElement(reading, name, attributes);
  }
}

function openTextElement(
  reading: Reading,
  name: string,
  { type, idx, lvl }: Readonly<Record<string, string>>,
): void {
  const { shape, line } = reading;
  // A placeholder with an index but no type is the body.
  if (name === 'ph' && shape) shape.placeholder = type ?? (idx === undefined ? undefined : 'body');
  else if (name === 'p') reading.line = { level: 0, text: '' };
  else if (name === 'pPr' && line) line.level = Math.min(8, Number(lvl) || 0);
  else if (name === 'br' && line) line.text += '\n';
}

function closeElement(reading: Reading, name: string): void {
  const { line, shape, cell, rows } = reading;
  switch (name) {
    case 't':
      reading.isText = false;
      break;
    case 'p':
      if (line && cell) cell.push(line.text.trim());
      else if (line?.text.trim()) shape?.lines.push(line);
      reading.line = undefined;
      break;
    case 'tc':
      rows?.at(-1)?.push(cell?.join('\n') ?? '');
      reading.cell = undefined;
      break;
    case 'tbl':
      reading.blocks.push(markdownTable(trimRows(rows ?? [])));
      reading.rows = undefined;
      break;
  }
}

function endShape(
  reading: Reading,
  { isWanted, hasLists }: Required<Pick<Choice, 'isWanted' | 'hasLists'>>,
): void {
  const { shape } = reading;
  reading.shape = undefined;
  if (!shape || shape.lines.length === 0 || !isWanted(shape.placeholder)) return;
  const { placeholder, lines } = shape;
  if (placeholder === 'title' || placeholder === 'ctrTitle') {
    // The title comes first, wherever it is in the file.
    reading.blocks.unshift(
      `### ${lines.map(({ text }) => text.trim().replaceAll(/\s*\n\s*/g, ' ')).join(' ')}`,
    );
    return;
  }
  const isList = hasLists && (placeholder === 'body' || lines.some(({ level }) => level > 0));
  const written = lines.map(({ level, text }) => {
    const words = text.trim();
    return isList ? `${'  '.repeat(level)}- ${words.replaceAll('\n', `\n${'  '.repeat(level + 1)}`)}` : words;
  });
  reading.blocks.push(written.join(isList ? '\n' : '\n\n'));
}
