/**
 * Fixes the column widths of a growing table after its first rows, so that a new row does not lay out the
 * others again.
 */
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GrowingContext } from './code-block.tsx';

/**
 * Rows before the widths are fixed: fewer are cheap to lay out, and the widths of so many suit most that
 * follow.
 */
const measuredRows = 16;

type Fixed = {
  /** As CSS, a share of the table for each column. */
  shares: readonly string[];
  /** As CSS: a narrower container scrolls. */
  minWidth: string;
};

/** @param rows how many the table has now. `fixed` is undefined while the widths follow the content of all rows. */
export function useFixedColumns(rows: number) {
  const table = useRef<HTMLTableElement>(null);
  const isGrowing = useContext(GrowingContext);
  const [fixed, setFixed] = useState<Fixed>();
  const isDue = isGrowing && rows >= measuredRows && !fixed;
  useLayoutEffect(() => {
    const element = isDue ? table.current : null;
    // Reading a width makes the browser lay out the page at once. In fractions of a pixel: rounded, the longest word of a
    // column could be broken.
    const total = element?.getBoundingClientRect().width;
    // Without a layout, such as on a hidden screen, there is no width to measure.
    if (!element || !total) return;
    const cells = [...(element.rows[0]?.cells ?? [])];
    setFixed({
      shares: cells.map((cell) => `${(cell.getBoundingClientRect().width / total) * 100}%`),
      minWidth: `${total}px`,
    });
  }, [isDue, rows]);
  return { table, fixed };
}
