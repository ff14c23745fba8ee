/* Timers, `queueMicrotask` and `performance`, on the clock of the host. */
({ host, define }) => {
  let lastTimer = 0;
  const timers = new Map();
  // The script cannot catch the error of a callback, so it is printed.
  const report = (error) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
    void host('print', 'stderr', `Uncaught ${text.trimEnd()}\n`);
  };
  const start = (id, ms, run) =>
    host('sleep', id, ms)
      .then((isDue) => {
        if (isDue && timers.has(id)) run();
      })
      .catch(report);
  define('setTimeout', (run, ms = 0, ...values) => {
    const id = ++lastTimer;
    timers.set(id, true);
    void start(id, Number(ms) || 0, () => {
      timers.delete(id);
      run(...values);
    });
    return id;
  });
  define('setInterval', (run, ms = 0, ...values) => {
    const id = ++lastTimer;
    const again = () =>
      void start(id, Math.max(1, Number(ms) || 0), () => {
        again();
        run(...values);
      });
    timers.set(id, true);
    again();
    return id;
  });
  const clear = (id) => {
    if (timers.delete(id)) host('wake', id);
  };
  define('clearTimeout', clear);
  define('clearInterval', clear);
  define('queueMicrotask', (run) => void Promise.resolve().then(run).catch(report));
  define('performance', { now: () => host('now'), timeOrigin: 0 });
};
