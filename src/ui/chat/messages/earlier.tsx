/** Fetches what was said before as soon as the user comes near the first message that is shown. */
import { useEffect, useRef } from 'preact/hooks';
import type { MessageId } from '#shared/ids.ts';
import { useApp } from '#src/ui/app-context.ts';

/** Some screens ahead, so that nobody sees it happen. */
const ahead = '2400px 0px 0px 0px';

/** `first`: once there is another first message, it looks again. */
export function Earlier({ first }: { first: MessageId | undefined }) {
  const { chat } = useApp();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = mark.current?.closest('.scroller');
    if (!mark.current || !scroller) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Browsers keep what is read in its place when something grows above it, but not at the very top.
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
