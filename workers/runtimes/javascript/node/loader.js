/* CommonJS and the modules of Node, in the realm of a script. Imported as text. */
(host, compile, importNow, given, makeProcess, makeStdin) => {
  const { inspect, format, bufferOf, quote } = given;
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

  let cache = Object.create(null);
  class Module {
    children = [];
    exports = {};
    loaded = false;
    constructor(id) {
      this.id = id;
      this.filename = id;
      this.path = folderOf(id);
    }
    require(request) {
      return requireFrom(this.filename, this)(request);
    }
  }
  const folderOf = (path) => path.slice(0, path.lastIndexOf('/')) || '/';

  const load = (path, parent, isMain = false) => {
    if (cache[path]) return cache[path].exports;
    const module = new Module(path);
    if (isMain) main = module;
    cache[path] = module;
    parent?.children.push(module);
    let isWhole = false;
    try {
      const { kind, source, name } = JSON.parse(ask('moduleSource', path));
      if (kind === 'json') module.exports = JSON.parse(source);
      else if (kind === 'module') module.exports = importNow(name);
      else
        compile(source, name, 'exports, require, module, __filename, __dirname').call(
          module.exports,
          ...[module.exports, requireFrom(path, module), module, path, module.path],
        );
      isWhole = true;
    } finally {
      if (!isWhole) delete cache[path];
    }
    module.loaded = true;
    return module.exports;
  };

  let main;
  let shared;
  const requireFrom = (from, parent) => {
    const find = (request) => {
      if (typeof request !== 'string') {
        const text = `The "id" argument must be of type string. Received ${inspect(request)}`;
        throw Object.assign(new TypeError(text), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      return JSON.parse(ask('resolveModule', request, from));
    };
    const require = (request) => {
      const { type, place } = find(request);
      return type === 'builtin' ? builtin(place) : load(place, parent);
    };
    require.resolve = (request) => {
      const { type, place } = find(request);
      return type === 'builtin' ? request : place;
    };
    return Object.defineProperties(require, {
      cache: { get: () => cache, enumerable: true },
      main: { get: () => main, enumerable: true },
    });
  };

  const inner = { host, ask, builtin, requireFrom, Module, inspect, format, bufferOf, quote };
  const loader = {
    builtin,
    require: load,
    names: (name) => JSON.stringify(Object.keys(builtin(name))),
    forget: () => ((cache = Object.create(null)), ''),
    runMain: (path) => void load(path, undefined, true),
    requireFrom,
    makeProcess: () => (shared = makeProcess({ host, builtin, makeStdin })),
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
