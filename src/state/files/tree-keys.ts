/** Keyboard navigation of a tree: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
import type { TreeRow } from './folder-tree.ts';

export type TreeStep = { type: 'focus' | 'open' | 'close'; path: string };

/** `null` for a key without a function. */
export function stepOf(key: string, rows: readonly TreeRow[], path: string, isRtl: boolean): TreeStep | null {
  const at = rows.findIndex((row) => row.path === path);
  const row = rows[at];
  if (!row) return null;
  const focus = (to: TreeRow | undefined): TreeStep | null => (to ? { type: 'focus', path: to.path } : null);
  switch (key) {
    case 'ArrowDown':
      return focus(rows[at + 1]);
    case 'ArrowUp':
      return focus(rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      if (row.isOpen === false) return { type: 'open', path };
      return row.isOpen ? focus(childOf(rows, at)) : null;
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return row.isOpen ? { type: 'close', path } : focus(parentOf(rows, at));
    default:
      return /^[^\s]$/u.test(key) ? focus(nextNamed(rows, at, key)) : null;
  }
}

function childOf(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const [row, next] = [rows[at], rows[at + 1]];
  return row && next && next.level > row.level ? next : undefined;
}

function parentOf(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const level = rows[at]?.level ?? 0;
  return rows.slice(0, at).findLast((row) => row.level < level);
}

/** Type-ahead: the next row that begins with the letter; wraps around. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const comparisonKey = (text: string) => text.normalize('NFC').toLowerCase();
  const order = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return order.find(({ name }) => comparisonKey(name).startsWith(comparisonKey(letter)));
}
