/* `node:timers/promises`. */
const aborted = (signal) =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });
exports.setTimeout = (ms, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const timer = setTimeout(resolve, ms, value);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(aborted(signal));
    });
  });
exports.setImmediate = (value) => exports.setTimeout(0, value);
exports.setInterval = async function* (ms, value) {
  for (;;) yield exports.setTimeout(ms, value);
};
exports.scheduler = { wait: (ms) => exports.setTimeout(ms), yield: () => exports.setTimeout(0) };
