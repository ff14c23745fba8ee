/** A file of separated values as a table of any size: only the rows on the screen exist, and are read from the file. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { maxColumns, type TableIndex } from '#shared/tables/table-file.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { openTable } from '#src/ui/markdown/renderer/renderer.ts';
import { DocumentFile } from './document-file.tsx';
import { TableRows, type ShownCell } from './table-rows.tsx';
import { useTablePages } from './use-table-pages.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import styles from './table-file.module.css';

/** Characters of a column at least and at most; a longer cell ends in an ellipsis and is shown whole on a tap. */
const narrowest = 4;
const widest = 36;

export function TableFile({ file }: { file: OpenFile }) {
  const [opened, setOpened] = useState<{ blob: Blob; index: TableIndex | null }>();
  useEffect(() => {
    const leaving = new AbortController();
    void openTable(file.blob, leaving.signal).then((index) => {
      if (!leaving.signal.aborted) setOpened({ blob: file.blob, index });
    });
    return () => leaving.abort();
  }, [file.blob]);
  // The rows of the last version stay until those of the new one are found.
  if (!opened)
    return (
      <p class={classNames('hint', styles.tableFacts)} role="status">
        {t('files.reading-document')}
      </p>
    );
  return opened.index ? (
    <Table index={opened.index} name={baseName(file.path)} />
  ) : (
    // It tells why it cannot be read as a table.
    <DocumentFile file={file} />
  );
}

function Table({ index, name }: { index: TableIndex; name: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, index.rows);
  const rowAt = useTablePages(index, visible);
  const [cell, setCell] = useState<ShownCell>();
  const left = index.columns - maxColumns;
  return (
    <>
      <p class={classNames('hint', 'numbers', styles.tableFacts)}>
        {t('files.rows', { count: index.rows })} · {t('files.columns', { count: index.columns })}
        {left > 0 && ` · ${t('files.columns-left', { count: left })}`}
      </p>
      <div ref={scroller} class={styles.tableScroller} role="region" aria-label={name} tabIndex={0}>
        <table
          class={styles.table}
          style={{ width: `calc(${totalWidth(index)}ch + ${index.shapes.length} * var(--cell-space))` }}
          aria-rowcount={index.rows + 1}
          aria-colcount={index.columns}
        >
          <Columns index={index} />
          <TableRows {...{ index, visible, rowAt, cell }} onCell={setCell} />
        </table>
      </div>
      {cell && <WholeCell cell={cell} />}
    </>
  );
}

const widthOf = ({ width }: TableIndex['shapes'][number]) => Math.min(widest, Math.max(narrowest, width));

/** Characters of the column with the numbers of the rows. */
const numberWidth = ({ rows }: TableIndex) => Math.max(3, String(rows).length) + 2;

function totalWidth(index: TableIndex): number {
  return index.shapes.reduce((sum, shape) => sum + widthOf(shape), numberWidth(index));
}

function Columns({ index }: { index: TableIndex }) {
  return (
    <colgroup>
      <col style={{ width: `${numberWidth(index)}ch` }} />
      {index.shapes.map((shape, at) => (
        <col key={at} style={{ width: `calc(${widthOf(shape)}ch + var(--cell-space))` }} />
      ))}
    </colgroup>
  );
}

/** The cell that was tapped, whole, because a long one is cut in its column. */
function WholeCell({ cell: { row, head, text } }: { cell: ShownCell }) {
  return (
    <div class={styles.wholeCell} role="status">
      <span class="hint numbers">
        {row} · <bdi>{head}</bdi>
      </span>
      <span dir="auto">{text === '' ? '–' : text}</span>
    </div>
  );
}
