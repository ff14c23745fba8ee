/* CommonJS: `require`, and the modules that it loads. Imported as text. */
/* eslint-disable max-lines-per-function -- the function is the module, which is imported as text. */
({ ask, builtin, compile, importNow, inspect }) => {
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

  return {
    ...{ load, requireFrom, Module },
    runMain: (path) => void load(path, undefined, true),
    forget: () => void (cache = Object.create(null)),
  };
};
