/** The head of a table and the rows on the screen, with empty space for all others. */
import { useMemo } from 'preact/hooks';
import type { TableIndex } from '#shared/tables/table-file.ts';
import { spaceOf, type VisibleRows } from './use-visible-rows.ts';
import styles from './table-file.module.css';

/** `row`: counted from 1, without the head. */
export type ShownCell = { row: number; column: number; head: string; text: string };

type TableRowsProps = {
  index: TableIndex;
  visible: VisibleRows;
  /** Undefined while the row is read. */
  rowAt: (row: number) => readonly string[] | undefined;
  cell: ShownCell | undefined;
  onCell: (cell: ShownCell) => void;
};

export function TableRows({ index, visible: { first, last }, rowAt, cell, onCell }: TableRowsProps) {
  const { head, shapes, rows } = index;
  const [before, after] = spaceOf({ first, last }, rows);

  function choose({ target }: Event): void {
    const chosen = target instanceof Element ? target.closest('td') : null;
    const row = chosen?.closest('tr')?.getAttribute('aria-rowindex');
    if (!chosen || !row) return;
    const column = chosen.cellIndex - 1;
    const at = Number(row) - 2;
    onCell({ row: at + 1, column, head: head[column] ?? '', text: rowAt(at)?.[column] ?? '' });
  }

  return (
    <>
      <thead>
        <tr aria-rowindex={1}>
          <td class={styles.rowNumber} />
          {head.map((name, at) => (
            <th
              key={at}
              scope="col"
              data-number={shapes[at]?.isNumber ? '' : undefined}
              title={name}
              dir="auto"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-hidden="true">
        <tr style={{ height: `${before}px` }} />
      </tbody>
      <tbody onClick={choose}>
        {Array.from({ length: last - first }, (_, at) => first + at).map((at) => (
          <Row
            key={at}
            at={at}
            cells={rowAt(at)}
            shapes={shapes}
            chosen={cell?.row === at + 1 ? cell.column : undefined}
          />
        ))}
      </tbody>
      <tbody aria-hidden="true">
        <tr style={{ height: `${after}px` }} />
      </tbody>
    </>
  );
}

type RowProps = {
  at: number;
  cells: readonly string[] | undefined;
  shapes: TableIndex['shapes'];
  chosen: number | undefined;
};

/** Memoized: scrolling renders new rows only. */
function Row({ at, cells, shapes, chosen }: RowProps) {
  return useMemo(
    () => (
      <tr aria-rowindex={at + 2} aria-busy={cells === undefined}>
        <th scope="row" class={styles.rowNumber}>
          {at + 1}
        </th>
        {shapes.map(({ isNumber }, column) => (
          <td
            key={column}
            data-number={isNumber ? '' : undefined}
            data-chosen={column === chosen ? '' : undefined}
            dir="auto"
          >
            {cells?.[column] ?? ''}
          </td>
        ))}
      </tr>
    ),
    [at, cells, shapes, chosen],
  );
}
