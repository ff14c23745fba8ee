/** Reads a list of pages as a model writes it: '3', '1-5', '1-3,8', '10-'. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { PartName } from './document.ts';

/** The page numbers in the order of the list, without duplicates; all pages if there is no list. */
export function pageNumbers(pages: string | undefined, count: number, part: PartName): number[] {
  const list = pages?.trim() ?? '';
  if (list === '' || list.toLowerCase() === 'all') return range(1, count);
  const numbers = list.split(',').flatMap((piece) => {
    const found = /^\s*(\d{1,9})\s*(?:(-|–)\s*(\d{1,9})?\s*)?$/.exec(piece);
    if (!found)
      throw new ToolError(
        'validation_error',
        `Parameter 'pages': '${list.slice(0, 100)}' is no list of pages. Write numbers and ranges, such as '3' or '1-5,8'.`,
      );
    const [, from = '', dash, to] = found;
    const first = Number(from);
    const last = dash ? Number(to ?? count) : first;
    if (first < 1 || last < first || first > count)
      throw new ToolError(
        'validation_error',
        `Parameter 'pages': '${list.slice(0, 100)}' does not fit. There ${count === 1 ? `is 1 ${part}` : `are ${count} ${part}s`}; count from 1.`,
      );
    return range(first, Math.min(last, count));
  });
  return [...new Set(numbers)];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
