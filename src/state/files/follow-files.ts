/** Calls back when files of the workspace change, throttled because agents write in bursts. */
import type { EngineConnection } from '#src/engine/connect.ts';

/** Returns a function that stops following. */
export function followFiles(
  onEvents: EngineConnection['onEvents'],
  everyMs: number,
  onChange: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = onEvents((events) => {
    if (!events.some((event) => event.type === 'changed' && event.kind === 'files')) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, everyMs);
  });
  return () => {
    leave();
    clearTimeout(timer);
  };
}
