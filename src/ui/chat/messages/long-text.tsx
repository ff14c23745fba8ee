/**
 * The rest of a long text of the user: behind a button, then in pieces, because a browser lays out a block in
 * one task.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '#src/ui/kit/form/button.tsx';
import { t } from '#src/state/text/text.ts';
import { cutPieces } from '#src/ui/markdown/cut-long.ts';
import { nextTask } from '#shared/next-task.ts';
import styles from './messages.module.css';

/** Pieces that one task adds. */
const perTask = 20;

export function RestOfText({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Pieces text={text} />;
  return (
    <Button kind="text" aria-expanded={false} onClick={() => setShown(true)}>
      {t('list.show-all')}
    </Button>
  );
}

function Pieces({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const pieces = useMemo(() => cutPieces(text), [text]);
  const [count, setCount] = useState(perTask);
  useEffect(() => (count < pieces.length ? nextTask(() => setCount(count + perTask)) : undefined), [count]);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} class={styles.pieces} tabIndex={-1}>
      {pieces.slice(0, count).map(({ raw }, at) => (
        // The end of a block is a line break already, also where a piece ends inside a line that is too long for one. Of
        // an empty line before the next piece, the block keeps both breaks: it does not show the last.
        <div key={at} class={styles.piece}>
          {raw.replace(/([^\n])\n$/, '$1')}
        </div>
      ))}
    </div>
  );
}
