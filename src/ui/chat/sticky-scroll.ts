/** Sticks to the end of the transcript while the user is there, and never scrolls otherwise. */
import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Pixels from the end that count as being at the end. */
const nearEnd = 32;

type StickyScroll = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: ReadonlySignal<boolean>;
  scrollToEnd(): void;
};

/**
 * Scrolls to the end when `place` or `sent` changes: another chat is shown, or the user sent a message.
 * `isAway`: a place further up is to be shown, so nothing scrolls to the end.
 */
export function useStickyScroll(place: unknown, sent: unknown, isAway: boolean): StickyScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useSignal(true);
  const follows = useRef(true);

  function jump(): void {
    follows.current = true;
    isAtEnd.value = true;
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }

  useLayoutEffect(() => {
    if (isAway) follows.current = false;
    else jump();
  }, [place]);
  useLayoutEffect(() => {
    if (isAway) follows.current = false;
  }, [isAway]);
  useLayoutEffect(() => {
    if (sent) jump();
  }, [sent]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    return followGrowth(box, inner, follows, (atEnd) => (isAtEnd.value = atEnd));
  }, []);

  function scrollToEnd(): void {
    follows.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'smooth' });
  }

  return { scroller, content, isAtEnd, scrollToEnd };
}

function followGrowth(
  box: HTMLElement,
  inner: HTMLElement,
  follows: { current: boolean },
  report: (atEnd: boolean) => void,
): () => void {
  const isNearEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd;
  let lastTop = box.scrollTop;

  const observer = new ResizeObserver(() => {
    if (follows.current) box.scrollTop = box.scrollHeight;
    // The scroll event fires a frame later, when the user may have scrolled up.
    lastTop = box.scrollTop;
    report(isNearEnd());
  });
  observer.observe(inner);
  observer.observe(box);

  const listening = new AbortController();
  const { signal } = listening;
  const onScroll = () => {
    // Only the user scrolls up; new text below never decreases scrollTop.
    if (box.scrollTop < lastTop && !isNearEnd()) follows.current = false;
    if (isNearEnd()) follows.current = true;
    lastTop = box.scrollTop;
    report(isNearEnd());
  };
  box.addEventListener('scroll', onScroll, { passive: true, signal });
  // Opening a card at the end must not scroll it away.
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[aria-expanded], summary')) follows.current = false;
  };
  box.addEventListener('click', onClick, { capture: true, signal });

  return () => {
    observer.disconnect();
    listening.abort();
  };
}
