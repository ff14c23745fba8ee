/** The commands of a terminal with their output; it follows the end while the user is there. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Terminal } from '#src/state/terminal/terminal.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { CommandBlock } from './command-block.tsx';
import styles from './terminal.module.css';

export function TerminalLog({ terminal }: { terminal: Terminal }) {
  const scroller = useFollowEnd(terminal.blocks.value.length);
  const blocks = terminal.blocks.value;
  return (
    <div class={`scroller ${styles.scroller}`} ref={scroller} tabIndex={-1}>
      <div
        class={styles.log}
        role="log"
        aria-label={t('terminal.log')}
        // Screen readers read the output when the command has ended, not piece by piece.
        aria-busy={terminal.running.value !== undefined}
      >
        {blocks.length === 0 && <Empty terminal={terminal} />}
        {blocks.map((block) => (
          <CommandBlock key={block.id} block={block} terminal={terminal} />
        ))}
      </div>
    </div>
  );
}

function Empty({ terminal: { session, shell } }: { terminal: Terminal }) {
  return (
    <div class={styles.empty}>
      <span class={styles.emblem}>
        <Icon name="terminal" />
      </span>
      <p>{t(session ? 'terminal.shared' : 'terminal.own')}</p>
      {shell.value && <p class="hint">{t('terminal.kept')}</p>}
    </div>
  );
}

/** Closer to the end than this, in pixels, counts as at the end. */
const nearEnd = 32;

/** A new command moves to the end; growing output does so only where the user is there. */
function useFollowEnd(commands: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const toEnd = () => {
    const box = scroller.current;
    if (box && follows.current) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    follows.current = true;
    toEnd();
  }, [commands]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(content);
    observer.observe(box);
    const onScroll = () => (follows.current = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);
  return scroller;
}
