/** Hands on what arrives between two frames as one, right before the next is drawn: a frame is laid out once. */

/** A page that draws nothing hands on at once: its title, badge and notifications still count. */
export function perFrame<T>(deliver: (events: readonly T[]) => void): (events: readonly T[]) => void {
  let waiting: T[] = [];
  let frame = 0;

  function flush(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const events = waiting;
    waiting = [];
    if (events.length > 0) deliver(events);
  }

  document.addEventListener('visibilitychange', flush);
  return (events) => {
    waiting.push(...events);
    if (document.hidden) flush();
    else frame ||= requestAnimationFrame(flush);
  };
}

/** Resolves after what arrived before this call was handed on. */
export async function nextFrame(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
}
