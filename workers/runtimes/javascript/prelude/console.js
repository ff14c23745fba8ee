/* `console`, on the two outputs of the host. */
({ host, define, format }) => {
  const printer =
    (stream) =>
    (...values) =>
      void host('print', stream, format(values) + '\n');
  const counts = new Map();
  const clocks = new Map();
  const out = printer('stdout');
  const err = printer('stderr');
  define('console', {
    log: out,
    info: out,
    debug: out,
    dir: (value) => out(value),
    group: (...values) => values.length && out(...values),
    groupEnd: () => {},
    table: (value) => out(value),
    warn: err,
    error: err,
    trace: (...values) => err(...values),
    assert: (isTrue, ...values) => isTrue || err('Assertion failed:', ...values),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      out(`${label}: ${counts.get(label)}`);
    },
    time: (label = 'default') => void clocks.set(label, host('now')),
    timeEnd: (label = 'default') =>
      out(`${label}: ${(host('now') - (clocks.get(label) ?? host('now'))).toFixed(3)}ms`),
  });
};
