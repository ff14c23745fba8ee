/* Builds `process`, as far as a script without modules of Node can use it. Imported as text. */
(host, { argv, env, cwd }, stdin) => {
  let exitCode;
  const writer = (stream) => ({
    isTTY: false,
    write: (text) => {
      host('print', stream, String(text));
      return true;
    },
  });

  const value = {
    ...{ argv, env, stdin, stdout: writer('stdout'), stderr: writer('stderr') },
    ...{ argv0: 'node', execPath: '/usr/bin/node', execArgv: [], pid: 1, platform: 'linux', arch: 'wasm32' },
    cwd: () => cwd,
    nextTick: (run, ...values) => void Promise.resolve().then(() => run(...values)),
    exit: (code = exitCode) => {
      host('exit', Number(code) || 0);
      // The host interrupts the script, which `try` cannot catch.
      for (;;);
    },
    get exitCode() {
      return exitCode;
    },
    set exitCode(code) {
      exitCode = code;
      host('exitCode', Number(code) || 0);
    },
  };
  Object.defineProperty(globalThis, 'process', { value, writable: true, configurable: true });
};
