/** What `rewritePart` writes for the elements that mammoth does not know, or knows in another form. */
import { attributeOf, writeTag } from '../zip/walk-xml.ts';
import type { EquationReader } from '../equation.ts';
import type { Fields } from './fields.ts';
import type { ListLabels, Numbering } from './list-labels.ts';
import { marked, runOf, textOf } from './marks.ts';

export type Attributes = Readonly<Record<string, string>>;
/** Called where the element ends. */
export type Close = () => void;

export type Part = {
  /** The prefix of Word's own elements. */
  word: string;
  /** Text goes to the last: a branch of `AlternateContent` and the content of a text box have their own. */
  buffers: string[][];
  /** The text boxes of each open `drawing`. */
  boxes: string[][];
  /** The branches of the open `AlternateContent`. */
  branches: string[];
  fields: Fields;
  labels: ListLabels;
  equation: { reader: EquationReader; depth: number } | undefined;
  ruby: { base: string; reading: string; into: 'base' | 'reading' } | undefined;
  /** The properties of the paragraph that are being read. */
  numbered: { style: string; list: Numbering | undefined } | undefined;
  isText: boolean;
};

type Place = { attributes: Attributes; tag: string; write(text: string): void };
/** Undefined if the element is to be written as it is. */
type Element = (part: Part, place: Place) => Close | undefined;

const root: Element = (part, { tag }) => {
  part.word = prefixOf(tag);
  return undefined;
};

/** A header or footer becomes a document of its own. */
const edge: Element = (part, { attributes, tag, write }) => {
  const word = prefixOf(tag);
  part.word = word;
  write(`${writeTag(`${word}document`, attributes)}<${word}body>`);
  return () => write(`</${word}body></${word}document>`);
};

const branch: Element = (part) => {
  part.buffers.push([]);
  return () => void part.branches.push(taken(part));
};

export const elements: Readonly<Record<string, Element | undefined>> = {
  ...{ document: root, footnotes: root, endnotes: root, comments: root, hdr: edge, ftr: edge },
  cr: ({ word }, { write }) => replaced(write, `<${word}br/>`),
  ptab: ({ word }, { write }) => replaced(write, `<${word}tab/>`),
  altChunk({ word }, { attributes, write }) {
    const mark = marked('chunk', attributeOf(attributes, 'id') ?? '');
    return replaced(write, `<${word}p>${runOf(word, mark)}</${word}p>`);
  },
  ruby(part, { write }) {
    const ruby = { base: '', reading: '', into: 'base' as const };
    part.ruby = ruby;
    return () => {
      part.ruby = undefined;
      write(textOf(part.word, ruby.reading === '' ? ruby.base : `${ruby.base}(${ruby.reading})`));
    };
  },
  AlternateContent(part, { write }) {
    const outer = part.branches;
    part.branches = [];
    return () => {
      write(fullest(part.branches));
      part.branches = outer;
    };
  },
  Choice: branch,
  Fallback: branch,
  drawing(part, { attributes, tag, write }) {
    part.boxes.push([]);
    write(writeTag(tag, attributes));
    return () => {
      write(`</${tag}>`);
      // mammoth reads the text boxes of `pict` only.
      for (const box of part.boxes.pop() ?? []) write(`<${part.word}pict>${box}</${part.word}pict>`);
    };
  },
  txbxContent(part, { tag }) {
    if (part.boxes.length === 0) return undefined;
    part.buffers.push([]);
    return () => void part.boxes.at(-1)?.push(`<${tag}>${taken(part)}</${tag}>`);
  },
  pPr(part, { attributes, tag, write }) {
    const numbered: NonNullable<Part['numbered']> = { style: '', list: undefined };
    part.numbered = numbered;
    write(writeTag(tag, attributes));
    return () => {
      write(`</${tag}>`);
      part.numbered = undefined;
      const label = part.labels.next(numbered.list ?? part.labels.ofStyle(numbered.style));
      if (label) write(runOf(part.word, marked('label', label)));
    };
  },
  // Contains the properties before a change.
  pPrChange(part) {
    const { numbered } = part;
    part.buffers.push([]);
    return () => {
      part.buffers.pop();
      part.numbered = numbered;
    };
  },
  pStyle({ numbered }, { attributes }) {
    if (numbered) numbered.style = attributeOf(attributes, 'val') ?? '';
    return undefined;
  },
  ilvl({ numbered }, { attributes }) {
    const level = Number(attributeOf(attributes, 'val')) || 0;
    if (numbered) numbered.list = { list: '', ...numbered.list, level };
    return undefined;
  },
  numId({ numbered }, { attributes }) {
    const list = attributeOf(attributes, 'val') ?? '';
    if (numbered) numbered.list = { level: 0, ...numbered.list, list };
    return undefined;
  },
  fldChar({ fields, word }, { attributes, tag, write }) {
    const shown = fields.mark(attributeOf(attributes, 'fldCharType') ?? '');
    write(writeTag(tag, attributes));
    return () => {
      write(`</${tag}>`);
      const said = shown ?? fields.chosen();
      if (said) write(textOf(word, said));
    };
  },
};

function replaced(write: Place['write'], text: string): Close {
  write(text);
  return () => undefined;
}

function taken({ buffers }: Part): string {
  return buffers.pop()?.join('') ?? '';
}

function prefixOf(tag: string): string {
  return tag.slice(0, tag.indexOf(':') + 1);
}

/** The branch with most text; the last, made for older programs, if they are equal. */
function fullest(branches: readonly string[]): string {
  const size = (text: string) => text.replaceAll(/<[^>]*>/g, '').length;
  return branches.reduce((best, each) => (size(each) >= size(best) ? each : best), '');
}
