/** What a trace of the browser tells of the page's main thread. */

/**
 * The longest task between the marks `NAME-begin` and `NAME-end`, in milliseconds of CPU: what other processes of the
 * machine took meanwhile is not the page's.
 * @param {Buffer} trace @param {string} name
 */
export function longestTask(trace, name) {
  /** @type {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number }[]} */
  const all = JSON.parse(trace.toString()).traceEvents;
  const begin = all.find((event) => event.name === `${name}-begin`);
  const end = all.find((event) => event.name === `${name}-end`);
  if (!begin || !end) throw new Error(`The trace has no marks of “${name}”.`);
  const tasks = all.filter(
    ({ name, ts, pid, tid }) =>
      /RunTask|ThreadControllerImpl/.test(name) &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts >= begin.ts &&
      ts <= end.ts,
  );
  return Math.max(...tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000));
}

/** Of Chromium, what the tasks of a page need. */
export const traceCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing'];
