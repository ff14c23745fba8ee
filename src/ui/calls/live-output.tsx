/** The output of a running command; the newest lines stay in view unless the user scrolled up. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { AnsiText } from './ansi-text.tsx';
import styles from './calls.module.css';

/** Closer to the end than this, in pixels, counts as at the end. */
const nearEnd = 24;

export function LiveOutput({ text }: { text: string }) {
  const ref = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <pre
      ref={ref}
      class={classNames('verbatim', styles.liveOutput)}
      tabIndex={0}
      aria-label={t('call.output')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd)
      }
    >
      <AnsiText text={text} />
    </pre>
  );
}
