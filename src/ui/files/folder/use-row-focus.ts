/** Keeps the focus in the list when the row whose menu was used is renamed, moved or deleted. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FilesLocation } from '#src/state/files/files.ts';
import { baseName, parentOf } from '#src/state/files/file-paths.ts';

type RowFocus = {
  list: RefObject<HTMLUListElement | null>;
  /** Called with the path of the entry whose menu opens. */
  onOpen: (path: string) => void;
  /** Called with the entry's new path, or null if it was deleted. */
  onDone: (path: string | null) => void;
};

export function useRowFocus({ path, entries }: Extract<FilesLocation, { type: 'folder' }>): RowFocus {
  const list = useRef<HTMLUListElement>(null);
  const index = useRef(0);
  /** The row to focus as soon as the list no longer has the old one; it may be shown before or after `onDone`. */
  const next = useRef<{ name: string | null; index: number } | null>(null);

  function restore(): void {
    const { activeElement } = document;
    if (!next.current || (activeElement && activeElement !== document.body)) return;
    const rows = [...(list.current?.children ?? [])];
    const { name } = next.current;
    const renamed = rows.find((row) => name !== null && row.querySelector('bdi')?.textContent === name);
    const row = renamed ?? rows[Math.min(next.current.index, rows.length - 1)];
    const button = (row ?? document.querySelector('[data-bar="folder"]'))?.querySelector('button');
    button?.focus();
    next.current = null;
  }

  useLayoutEffect(() => {
    restore();
    next.current = null;
  }, [entries]);

  return {
    list,
    onOpen: (own) => (index.current = entries.findIndex(({ name }) => name === baseName(own))),
    onDone: (to) => {
      const isHere = to !== null && parentOf(to) === path;
      next.current = { name: isHere ? baseName(to) : null, index: index.current };
      restore();
    },
  };
}
