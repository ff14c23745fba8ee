/** The rows of a table by their number; the pages on the screen are read, and the last ones kept. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { rowsPerPage, type TableIndex } from '#shared/tables/table-file.ts';
import { readTablePage } from '#src/ui/markdown/renderer/renderer.ts';
import type { VisibleRows } from './use-visible-rows.ts';

type Rows = readonly (readonly string[])[];

/** Pages that are kept: some screens in each direction. */
const keptPages = 60;

/** Undefined for a row that is not read yet. The first row of the file is the head, so row 0 is its second. */
export function useTablePages(index: TableIndex, { first, last }: VisibleRows) {
  const [, setRound] = useState(0);
  const kept = useRef({ index, pages: new Map<number, Rows>() });
  if (kept.current.index !== index) kept.current = { index, pages: new Map() };
  const { pages } = kept.current;
  const [from, to] = [pageOf(first), pageOf(Math.max(first, last - 1))];

  useEffect(() => {
    const leaving = new AbortController();
    void readMissing(index, pages, from, to, leaving.signal, () => setRound((round) => round + 1));
    return () => leaving.abort();
  }, [index, from, to]);

  return (row: number): readonly string[] | undefined => pages.get(pageOf(row))?.[(row + 1) % rowsPerPage];
}

function pageOf(row: number): number {
  return Math.floor((row + 1) / rowsPerPage);
}

async function readMissing(
  index: TableIndex,
  pages: Map<number, Rows>,
  from: number,
  to: number,
  signal: AbortSignal,
  onRead: () => void,
): Promise<void> {
  for (let page = from; page <= to; page++) {
    if (pages.has(page)) continue;
    const rows = await readTablePage(index, page, signal);
    if (signal.aborted) return;
    // A page that cannot be read in time stays empty.
    pages.set(page, rows ?? []);
    const oldest =
      pages.size > keptPages ? [...pages.keys()].find((each) => each < from || each > to) : undefined;
    if (oldest !== undefined) pages.delete(oldest);
    onRead();
  }
}
