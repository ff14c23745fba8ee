/*
 * Runs inside QuickJS before a script: builds `console`, timers, `files`, `fetch` and the encodings on one function of the
 * host, which the script itself never sees. Imported as text.
 */
(host) => {
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  // ---- console ----
  const inspect = (value, seen = [], depth = 0) => {
    if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'symbol') return value.toString();
    if (typeof value === 'function')
      return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (seen.includes(value)) return '[Circular]';
    if (value instanceof Error) return describeError(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise {}';
    return inspectMembers(value, [...seen, value], depth);
  };
  const inspectMembers = (value, seen, depth) => {
    const inner = (each) => inspect(each, seen, depth + 1);
    const name = value.constructor?.name ?? 'Object';
    if (depth > 4) return Array.isArray(value) ? '[Array]' : `[${name}]`;
    if (Array.isArray(value))
      return wrap('[', Array.from(value.slice(0, 100), inner), ']', value.length, depth);
    if (ArrayBuffer.isView(value) && !(value instanceof DataView))
      return (
        `${name}(${value.length}) ` +
        wrap('[', Array.from(value.slice(0, 100), inner), ']', value.length, depth)
      );
    if (value instanceof ArrayBuffer) return `ArrayBuffer { byteLength: ${value.byteLength} }`;
    if (value instanceof Map)
      return (
        `Map(${value.size}) ` +
        wrap(
          '{',
          [...value].slice(0, 100).map(([k, v]) => `${inner(k)} => ${inner(v)}`),
          '}',
          value.size,
          depth,
        )
      );
    if (value instanceof Set)
      return `Set(${value.size}) ` + wrap('{', [...value].slice(0, 100).map(inner), '}', value.size, depth);
    const keys = Reflect.ownKeys(value).filter((key) =>
      Object.prototype.propertyIsEnumerable.call(value, key),
    );
    const shown = keys.slice(0, 100).map((key) => `${nameOf(key)}: ${inner(value[key])}`);
    const prefix = name === 'Object' ? '' : `${name} `;
    return prefix + wrap('{', shown, '}', keys.length, depth);
  };
  const nameOf = (key) => {
    if (typeof key === 'symbol') return `[${key.toString()}]`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
  };
  const wrap = (open, items, close, count, depth) => {
    if (count > items.length) items.push(`... ${count - items.length} more`);
    if (items.length === 0) return open + close;
    const line = `${open} ${items.join(', ')} ${close}`;
    if (line.length <= 76 && !line.includes('\n')) return open === '[' ? `[ ${items.join(', ')} ]` : line;
    const indent = '  '.repeat(depth + 1);
    return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
  };
  const describeError = (error) => {
    const title = `${error.name}: ${error.message}`;
    const stack = typeof error.stack === 'string' ? error.stack.trimEnd() : '';
    const cause = error.cause === undefined ? '' : `\n  [cause]: ${inspect(error.cause)}`;
    return (stack ? `${title}\n${stack}` : title) + cause;
  };
  const format = (values) => {
    if (typeof values[0] !== 'string' || !values[0].includes('%'))
      return values.map((each) => inspect(each)).join(' ');
    const rest = values.slice(1);
    const text = values[0].replace(/%([sdifoOj%])/g, (mark, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return mark;
      const value = rest.shift();
      if (kind === 'd') return String(Number(value));
      if (kind === 'i') return String(parseInt(value, 10));
      if (kind === 'f') return String(parseFloat(value));
      if (kind === 'j') return JSON.stringify(value);
      return kind === 's' ? String(value) : inspect(value, [], 1);
    });
    return [text, ...rest.map((each) => inspect(each))].join(' ');
  };
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

  // ---- timers ----
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

  // ---- encodings ----
  define(
    'TextEncoder',
    class TextEncoder {
      encoding = 'utf-8';
      encode(text = '') {
        return new Uint8Array(host('encode', String(text)));
      }
    },
  );
  define(
    'TextDecoder',
    class TextDecoder {
      encoding;
      constructor(encoding = 'utf-8') {
        this.encoding = encoding;
      }
      decode(bytes = new Uint8Array()) {
        return host('decode', this.encoding, bufferOf(bytes));
      }
    },
  );
  define('btoa', (text) => host('toBase64', String(text)));
  define('atob', (text) => host('fromBase64', String(text)));
  define('crypto', {
    randomUUID: () => host('uuid'),
    getRandomValues: (array) => {
      array.set(new array.constructor(host('random', array.byteLength)));
      return array;
    },
  });
  const bufferOf = (value) => {
    if (value instanceof ArrayBuffer) return value;
    if (ArrayBuffer.isView(value))
      return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
    throw new TypeError('Expected an ArrayBuffer or a typed array.');
  };

  // ---- URL ----
  define(
    'URL',
    class URL {
      #parts;
      searchParams;
      constructor(url, base) {
        this.#parts = JSON.parse(host('parseUrl', String(url), base === undefined ? '' : String(base)));
        this.searchParams = new URLSearchParams(this.#parts.search);
      }
      get search() {
        const text = this.searchParams.toString();
        return text ? `?${text}` : '';
      }
      get href() {
        const { origin, pathname, hash, protocol, host } = this.#parts;
        return (origin === 'null' ? `${protocol}//${host}` : origin) + pathname + this.search + hash;
      }
      toString() {
        return this.href;
      }
      toJSON() {
        return this.href;
      }
      static canParse(url, base) {
        try {
          return Boolean(new URL(url, base));
        } catch {
          return false;
        }
      }
      static {
        for (const name of [
          'protocol',
          'host',
          'hostname',
          'port',
          'pathname',
          'hash',
          'origin',
          'username',
          'password',
        ])
          Object.defineProperty(this.prototype, name, {
            get() {
              return this.#parts[name];
            },
            enumerable: true,
          });
      }
    },
  );
  define(
    'URLSearchParams',
    class URLSearchParams {
      #list = [];
      constructor(from = '') {
        if (typeof from === 'string') this.#list = JSON.parse(host('parseQuery', from));
        else
          this.#list = (Symbol.iterator in from ? [...from] : Object.entries(from)).map(([k, v]) => [
            String(k),
            String(v),
          ]);
      }
      get(name) {
        return this.#list.find(([key]) => key === name)?.[1] ?? null;
      }
      getAll(name) {
        return this.#list.filter(([key]) => key === name).map(([, value]) => value);
      }
      has(name) {
        return this.#list.some(([key]) => key === name);
      }
      set(name, value) {
        this.delete(name);
        this.append(name, value);
      }
      append(name, value) {
        this.#list.push([String(name), String(value)]);
      }
      delete(name) {
        this.#list = this.#list.filter(([key]) => key !== name);
      }
      entries() {
        return this.#list[Symbol.iterator]();
      }
      [Symbol.iterator]() {
        return this.entries();
      }
      keys() {
        return this.#list.map(([key]) => key)[Symbol.iterator]();
      }
      values() {
        return this.#list.map(([, value]) => value)[Symbol.iterator]();
      }
      forEach(run) {
        for (const [key, value] of this.#list) run(value, key, this);
      }
      toString() {
        return host('formatQuery', JSON.stringify(this.#list));
      }
    },
  );

  // ---- files of the workspace ----
  const content = (value) => (typeof value === 'string' ? value : bufferOf(value));
  const parsed = async (answer) => JSON.parse(await answer);
  define('files', {
    read: (path) => host('readText', String(path)),
    readBytes: async (path) => new Uint8Array(await host('readBytes', String(path))),
    write: (path, value) => host('write', String(path), content(value)),
    append: (path, text) => host('append', String(path), String(text)),
    list: (path = '.') => parsed(host('list', String(path))),
    walk: (path = '.') => parsed(host('walk', String(path))),
    stat: (path) => parsed(host('stat', String(path))),
    makeDirectory: (path) => host('makeDirectory', String(path)),
    move: (from, to) => host('move', String(from), String(to)),
    remove: (path, { recursive = false } = {}) => host('remove', String(path), recursive),
  });

  // ---- network ----
  class Headers {
    #map = new Map();
    constructor(from = []) {
      for (const [name, value] of Symbol.iterator in from ? from : Object.entries(from))
        this.append(name, value);
    }
    get(name) {
      return this.#map.get(String(name).toLowerCase()) ?? null;
    }
    has(name) {
      return this.#map.has(String(name).toLowerCase());
    }
    set(name, value) {
      this.#map.set(String(name).toLowerCase(), String(value));
    }
    append(name, value) {
      const old = this.get(name);
      this.set(name, old === null ? value : `${old}, ${value}`);
    }
    delete(name) {
      this.#map.delete(String(name).toLowerCase());
    }
    entries() {
      return this.#map.entries();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    keys() {
      return this.#map.keys();
    }
    values() {
      return this.#map.values();
    }
    forEach(run) {
      for (const [name, value] of this.#map) run(value, name, this);
    }
  }
  class Response {
    #body;
    constructor(facts, body) {
      Object.assign(this, facts);
      this.#body = body;
      this.headers = new Headers(facts.headers);
    }
    get ok() {
      return this.status >= 200 && this.status < 300;
    }
    async arrayBuffer() {
      return this.#body;
    }
    async bytes() {
      return new Uint8Array(this.#body);
    }
    async text() {
      return host('decode', 'utf-8', this.#body);
    }
    async json() {
      return JSON.parse(await this.text());
    }
  }
  define('Headers', Headers);
  define('fetch', async (url, { method = 'GET', headers = {}, body } = {}) => {
    const plain = Object.fromEntries(new Headers(headers));
    const answer = await host(
      'fetch',
      String(url),
      String(method),
      JSON.stringify(plain),
      body === undefined || body === null ? null : content(body),
    );
    const facts = JSON.parse(await host('responseFacts', answer));
    if (facts.truncated) throw new Error(`The answer of ${facts.url} is longer than 10 MB.`);
    return new Response(facts, await host('responseBody', answer));
  });
  define('require', (name) => {
    throw new Error(
      `require(${JSON.stringify(name)}) does not exist here: there are no Node modules. Use the global 'files' for the workspace, 'fetch' for the network, and import './file.js' for modules of the workspace.`,
    );
  });
  return inspect;
};
