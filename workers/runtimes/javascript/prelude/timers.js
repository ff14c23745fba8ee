/* Timers, `queueMicrotask` and `performance`, on the clock of the host. */
({ host, define }) => {
  let lastTimer = 0;
  const timers = new Map();
  const start = (id, ms, run) =>
    host('sleep', id, ms).then((isDue) => {
      if (isDue && timers.has(id)) run();
    });
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
  define('queueMicrotask', (run) => void Promise.resolve().then(run));
  define('performance', { now: () => host('now'), timeOrigin: 0 });
};
