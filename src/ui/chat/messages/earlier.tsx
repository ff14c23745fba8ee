/** Loads earlier messages when the user scrolls near the first one shown. */
import { useEffect, useRef } from 'preact/hooks';
import type { MessageId } from '#shared/ids.ts';
import { useApp } from '#src/ui/app-context.ts';

/** A few screens ahead, so that loading is not visible. */
const ahead = '2400px 0px 0px 0px';

/** `first`: observes again when the first message changes. */
export function Earlier({ first }: { first: MessageId | undefined }) {
  const { chat } = useApp();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = mark.current?.closest('.scroller');
    if (!mark.current || !scroller) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Scroll anchoring does not work at scroll position 0.
        if (scroller.scrollTop === 0) scroller.scrollTop = 1;
        void chat.loadEarlier();
      },
      { root: scroller, rootMargin: ahead },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [first]);
  return <div ref={mark} />;
}
