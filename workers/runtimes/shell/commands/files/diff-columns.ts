/** The side-by-side format of `diff -y`, and the context format of `diff -c`. */
import type { Edit } from './diff-hunks.ts';
import { hunksOf } from './diff-hunks.ts';

const tab = 8;
/** Between the columns. */
const gutter = 3;

export type Columns = { width: number; leftOnly: boolean; onlyChanges: boolean };

/** The columns are where GNU diff puts them: util.c and side.c. */
export function sideBySide(edits: readonly Edit[], { width, leftOnly, onlyChanges }: Columns): string {
  const offset = Math.floor((width + tab + gutter) / (2 * tab)) * tab;
  const half = Math.max(0, Math.min(offset - gutter, width - offset));
  const second = half > 0 ? offset : width;
  const row = (left: string | undefined, mark: string, right: string | undefined) => {
    let line = '';
    let column = 0;
    if (left !== undefined) [line, column] = halfLine(left, half);
    if (mark !== ' ') {
      const at = Math.floor((half + second - 1) / 2);
      line += blanks(column, at) + mark;
      column = at + 1;
    }
    if (right !== undefined && right.replace('\n', '') !== '')
      line += blanks(column, second) + halfLine(right, half)[0];
    return `${line}\n`;
  };
  return blocksOf(edits)
    .map(({ common, removed, added }) => {
      if (common !== undefined) {
        if (onlyChanges) return '';
        return leftOnly ? row(common, '(', undefined) : row(common, ' ', common);
      }
      const height = Math.max(removed.length, added.length);
      return Array.from({ length: height }, (_, at) => {
        const [left, right] = [removed[at], added[at]];
        return row(left, left === undefined ? '>' : right === undefined ? '<' : '|', right);
      }).join('');
    })
    .join('');
}

/** The part of a line that fits, and its width. */
function halfLine(line: string, half: number): [string, number] {
  let [text, column] = ['', 0];
  for (const character of line.replace(/\n$/, '')) {
    const next = character === '\t' ? column + tab - (column % tab) : column + 1;
    if (next > half) break;
    text += character;
    column = next;
  }
  return [text, column];
}

/** Tabs and blanks from one column to another. */
function blanks(from: number, to: number): string {
  let [at, text] = [from, ''];
  for (let next = at + tab - (at % tab); next <= to; next += tab) {
    text += '\t';
    at = next;
  }
  return text + ' '.repeat(Math.max(0, to - at));
}

type Block = { common?: string; removed: string[]; added: string[] };

/** Common lines one by one, and changes with all their lines. */
function blocksOf(edits: readonly Edit[]): Block[] {
  const blocks: Block[] = [];
  for (const { sign, line } of edits) {
    const last = blocks.at(-1);
    if (sign === ' ') blocks.push({ common: line, removed: [], added: [] });
    else {
      const block = last && last.common === undefined ? last : { removed: [], added: [] };
      if (block !== last) blocks.push(block);
      block[sign === '-' ? 'removed' : 'added'].push(line);
    }
  }
  return blocks;
}

export function contextFormat(
  edits: readonly Edit[],
  context: number,
  printed: (mark: string, line: string) => string,
): string {
  return hunksOf(edits, context)
    .map(({ oldStart, newStart, edits: lines }) => {
      const part = (own: '-' | '+') => {
        const shown = lines.filter(({ sign }) => sign === ' ' || sign === own);
        const start = own === '-' ? oldStart : newStart;
        const end = start + shown.length - 1;
        const range = shown.length > 1 ? `${start},${end}` : String(shown.length === 0 ? start - 1 : start);
        const marks = marksOf(lines, own);
        const body = shown.some(({ sign }) => sign === own)
          ? shown.map(({ line }, at) => printed(`${marks[at] ?? ' '} `, line)).join('')
          : '';
        return own === '-' ? `*** ${range} ****\n${body}` : `--- ${range} ----\n${body}`;
      };
      return `***************\n${part('-')}${part('+')}`;
    })
    .join('');
}

/** `!` where lines were replaced, else the sign. */
function marksOf(edits: readonly Edit[], own: '-' | '+'): string[] {
  return blocksOf(edits).flatMap(({ common, removed, added }) => {
    if (common !== undefined) return [' '];
    const mark = removed.length > 0 && added.length > 0 ? '!' : own;
    return (own === '-' ? removed : added).map(() => mark);
  });
}
