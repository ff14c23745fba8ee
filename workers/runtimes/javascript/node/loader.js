/* The modules of Node, and what surrounds them, in the realm of a script. Imported as text. */
/* eslint-disable max-lines-per-function -- the function is the module, which is imported as text. */
(host, compile, importNow, given, makeCommonJs, makeProcess, makeStdin) => {
  /* Errors of the host with a code come as JSON after a mark, because only their message crosses. */
  const revive = (error) => {
    const { message } = error;
    if (typeof message !== 'string' || !message.startsWith('\u0001')) return error;
    return Object.assign(new Error(), JSON.parse(message.slice(1)));
  };
  const ask = (...values) => {
    try {
      return host(...values);
    } catch (error) {
      throw revive(error);
    }
  };

  const builtins = new Map();
  const builtin = (name) => {
    if (!builtins.has(name)) {
      const module = { exports: {} };
      builtins.set(name, module);
      const run = compile(ask('builtinSource', name), `node:${name}`, 'exports, require, module, inner');
      run(module.exports, builtin, module, inner);
    }
    return builtins.get(name).exports;
  };
  const common = makeCommonJs({ ask, builtin, compile, importNow, inspect: given.inspect });
  const inner = { ...given, host, ask, builtin, requireFrom: common.requireFrom, Module: common.Module };

  const makeWriter = (stream, fd) => ({
    ...{ fd, isTTY: false, columns: 80, writable: true },
    write: (text, ...more) => {
      host('print', stream, typeof text === 'string' ? text : builtin('buffer').Buffer.from(text).toString());
      const done = more.at(-1);
      if (typeof done === 'function') setTimeout(done, 0);
      return true;
    },
    end: () => {},
    on() {
      return this;
    },
    once() {
      return this;
    },
  });
  const makeClock = () =>
    Object.assign(
      (before) => {
        const now = host('now') - (before ? before[0] * 1e3 + before[1] / 1e6 : 0);
        return [Math.floor(now / 1e3), Math.floor((now % 1e3) * 1e6)];
      },
      { bigint: () => BigInt(Math.round(host('now') * 1e6)) },
    );

  let shared;
  const loader = {
    ...{ builtin, require: common.load, runMain: common.runMain, requireFrom: common.requireFrom },
    names: (name) => JSON.stringify(Object.keys(builtin(name))),
    forget: () => (common.forget(), ''),
    makeProcess: () => (shared = makeProcess({ host, builtin, makeStdin, makeWriter, makeClock })),
    /* A script may run its own tests in a realm in which an earlier one did. */
    begin: () => {
      builtins.delete('test');
      inner.finish = inner.stalled = undefined;
      return '';
    },
    /* The tests and listeners that run when the script has ended. */
    finish: async () => {
      await inner.finish?.();
      shared?.emit('beforeExit', shared.exitCode ?? 0);
      shared?.emit('exit', shared.exitCode ?? 0);
    },
    stalled: () => String(inner.stalled?.() ?? false),
  };
  Object.defineProperty(globalThis, Symbol.for('oneclaw.loader'), { value: loader, configurable: true });
  return loader;
};
