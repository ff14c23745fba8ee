/** Evaluates traces of Chromium: the tasks of the page's main thread and of its workers. */

/**
 * The longest task of the page between the marks `NAME-begin` and `NAME-end`, in milliseconds of CPU time,
 * which excludes the time that other processes used the core.
 * @param {Buffer} trace @param {string} name
 */
export function longestTask(trace, name) {
  return longestOf(trace, name, ({ tid }, own) => tid === own);
}

/**
 * Like `longestTask`, for the page's workers, including the engine.
 * @param {Buffer} trace @param {string} name
 */
export function longestWorkerTask(trace, name) {
  const workers = new Set(
    eventsIn(trace)
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'DedicatedWorker thread')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return longestOf(trace, name, ({ pid, tid }) => workers.has(`${pid}/${tid}`));
}

/**
 * Durations of all tasks of the page between the marks, in milliseconds of CPU time.
 * @param {Buffer} trace @param {string} name
 */
export function mainTasks(trace, name) {
  return tasksOf(trace, name, ({ tid }, own) => tid === own);
}

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args?: { name?: string } }} TraceEvent */

/** @param {Buffer} trace @returns {TraceEvent[]} */
function eventsIn(trace) {
  return JSON.parse(trace.toString()).traceEvents;
}

/** @param {Buffer} trace @param {string} name @param {(event: TraceEvent, own: number) => boolean} isWanted */
function longestOf(trace, name, isWanted) {
  return Math.max(...tasksOf(trace, name, isWanted));
}

/** @param {Buffer} trace @param {string} name @param {(event: TraceEvent, own: number) => boolean} isWanted */
function tasksOf(trace, name, isWanted) {
  const all = eventsIn(trace);
  const begin = all.find((event) => event.name === `${name}-begin`);
  const end = all.find((event) => event.name === `${name}-end`);
  if (!begin || !end) throw new Error(`The trace has no marks of “${name}”.`);
  const tasks = all.filter(
    (event) =>
      /RunTask|ThreadControllerImpl/.test(event.name) &&
      event.pid === begin.pid &&
      isWanted(event, begin.tid) &&
      event.ts >= begin.ts &&
      event.ts <= end.ts,
  );
  return tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000);
}

/** The trace categories of Chromium that contain tasks and marks. */
export const traceCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing'];
