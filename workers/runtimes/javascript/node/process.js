/* Builds `process`. Imported as text. */
/* eslint-disable max-lines-per-function -- the function is the module, which is imported as text. */
({ host, builtin, makeStdin, makeWriter, makeClock }) => {
  const given = JSON.parse(host('processFacts'));
  const EventEmitter = builtin('events');
  let { cwd } = given;
  let exitCode;
  const start = host('now');
  let stdin;

  const process = Object.assign(new EventEmitter(), {
    ...{ argv: given.argv, env: given.env, stdout: makeWriter('stdout', 1), stderr: makeWriter('stderr', 2) },
    ...{ argv0: 'node', title: 'node', execPath: '/usr/bin/node', execArgv: [], pid: 1, ppid: 0 },
    ...{
      platform: 'linux',
      arch: 'wasm32',
      release: { name: 'node' },
      features: {},
      config: { variables: {} },
    },
    version: given.version,
    versions: { node: given.version.slice(1), quickjs: '2025' },
    cwd: () => cwd,
    chdir: (path) => {
      const next = builtin('path').resolve(path);
      if (!builtin('fs').statSync(next).isDirectory())
        throw new Error(`ENOTDIR: not a directory, chdir '${path}'`);
      cwd = next;
    },
    nextTick: (run, ...values) => void Promise.resolve().then(() => run(...values)),
    uptime: () => (host('now') - start) / 1000,
    hrtime: makeClock(host),
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    emitWarning: (warning) => host('print', 'stderr', `(node) Warning: ${warning?.message ?? warning}\n`),
    getBuiltinModule: (name) => {
      try {
        return builtin(String(name).replace(/^node:/, ''));
      } catch {
        return undefined;
      }
    },
    exit: (code = exitCode) => {
      process.emit('exit', Number(code) || 0);
      host('exit', Number(code) || 0);
      // The host interrupts the script, which `try` cannot catch.
      for (;;);
    },
    abort: () => process.exit(134),
  });
  Object.defineProperties(process, {
    stdin: { get: () => (stdin ??= makeStdin(host('readInputText'))), enumerable: true, configurable: true },
    exitCode: {
      get: () => exitCode,
      set: (code) => {
        exitCode = code;
        host('exitCode', Number(code) || 0);
      },
      enumerable: true,
    },
  });
  for (const name of ['_events', '_eventsCount', '_maxListeners'])
    Object.defineProperty(process, name, { value: process[name], writable: true, enumerable: false });
  return process;
};
