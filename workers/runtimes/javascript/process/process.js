/*
 * Runs inside QuickJS before a script of the shell's `node`: builds `process`, as far as a script without modules of Node
 * can use it. Imported as text.
 */
(host, given) => {
  const { argv, env, cwd, input } = JSON.parse(given);
  let exitCode;
  const writer = (stream) => ({
    isTTY: false,
    write: (text) => {
      host('print', stream, String(text));
      return true;
    },
  });

  // The input is there as a whole, so it is one piece.
  let unread = input;
  const listeners = { data: [], readable: [], end: [], close: [] };
  let isFlowing = false;
  const read = () => {
    const text = unread;
    unread = '';
    return text === '' ? null : text;
  };
  const emit = (event, ...values) => listeners[event].forEach((each) => each(...values));
  const flow = () => {
    emit('readable');
    const text = read();
    if (text !== null) emit('data', text);
    emit('end');
    emit('close');
  };
  const listen = (event, listener) => {
    listeners[event]?.push(listener);
    // A microtask: the script adds its other listeners before it.
    if (!isFlowing && (event === 'data' || event === 'readable')) {
      isFlowing = true;
      void Promise.resolve().then(flow);
    }
    return stdin;
  };
  const same = () => stdin;
  const stdin = {
    ...{ fd: 0, isTTY: false, on: listen, once: listen, addListener: listen, read },
    ...{ setEncoding: same, resume: same, pause: same, ref: same, unref: same },
    async *[Symbol.asyncIterator]() {
      const text = read();
      if (text !== null) yield text;
    },
  };

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
