/* `mock` of `node:test`: https://nodejs.org/api/test.html#class-mocktracker */
class MockContext {
  #calls = [];
  #once = new Map();
  constructor(implementation, original, restore, times) {
    Object.assign(this, { implementation, original, undo: restore, times });
    for (const name of ['implementation', 'original', 'undo', 'times'])
      Object.defineProperty(this, name, { enumerable: false, writable: true });
  }
  get calls() {
    return [...this.#calls];
  }
  callCount() {
    return this.#calls.length;
  }
  mockImplementation(implementation) {
    this.implementation = implementation;
  }
  mockImplementationOnce(implementation, onCall = this.#calls.length) {
    this.#once.set(onCall, implementation);
  }
  resetCalls() {
    this.#calls = [];
  }
  restore() {
    this.implementation = this.original;
    this.undo?.();
  }
  run(self, values, target) {
    const at = this.#calls.length;
    const isOver = at >= this.times;
    const chosen = this.#once.get(at) ?? (isOver ? this.original : this.implementation);
    this.#once.delete(at);
    const call = {
      arguments: values,
      error: undefined,
      result: undefined,
      stack: new Error(),
      target,
      this: self,
    };
    try {
      call.result = target ? Reflect.construct(chosen, values, target) : Reflect.apply(chosen, self, values);
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      this.#calls.push(call);
    }
  }
}

const ordered = (values) => {
  const functions = values.filter((each) => typeof each === 'function');
  return { functions, options: values.find((each) => typeof each === 'object' && each !== null) ?? {} };
};

class MockTracker {
  #mocks = [];
  timers = new MockTimers();
  fn(...values) {
    const {
      functions: [original = () => {}, implementation = original],
      options: { times = Infinity },
    } = ordered(values);
    return this.#make(implementation, original, undefined, times);
  }
  method(object, name, ...values) {
    const {
      functions: [given],
      options: { getter, setter, times = Infinity },
    } = ordered(values);
    let owner = object;
    while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    const old = owner && Object.getOwnPropertyDescriptor(owner, name);
    const kind = getter ? 'get' : setter ? 'set' : 'value';
    const original = old?.[kind];
    if (typeof original !== 'function')
      throw Object.assign(
        new TypeError(`The argument 'methodName' must be a method. Received ${String(original)}`),
        { code: 'ERR_INVALID_ARG_VALUE' },
      );
    const isOwn = Object.hasOwn(object, name);
    const restore = () => (isOwn ? Object.defineProperty(object, name, old) : delete object[name]);
    const made = this.#make(given ?? original, original, restore, times);
    Object.defineProperty(object, name, { ...old, configurable: true, [kind]: made });
    return made;
  }
  getter(object, name, ...values) {
    const { functions, options } = ordered(values);
    return this.method(object, name, ...functions, { ...options, getter: true });
  }
  setter(object, name, ...values) {
    const { functions, options } = ordered(values);
    return this.method(object, name, ...functions, { ...options, setter: true });
  }
  module(name) {
    throw new Error(
      `mock.module(${JSON.stringify(name)}) does not exist here: pass what is to be replaced as an argument, or use mock.method on an object that the module exports.`,
    );
  }
  reset() {
    this.restoreAll();
    this.#mocks = [];
  }
  restoreAll() {
    for (const each of this.#mocks) each.restore();
    this.timers.reset();
  }
  #make(implementation, original, restore, times) {
    const context = new MockContext(implementation, original, restore, times);
    this.#mocks.push(context);
    return new Proxy(original, {
      apply: (_, self, values) => context.run(self, values),
      construct: (_, values, target) => context.run(undefined, values, target),
      get: (from, name, receiver) => (name === 'mock' ? context : Reflect.get(from, name, receiver)),
    });
  }
}

const RealDate = Date;
class MockTimers {
  #real;
  #now = 0;
  #last = 0;
  #due = [];
  enable({ apis = ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now = 0 } = {}) {
    if (this.#real)
      throw Object.assign(new Error('MockTimers is already enabled!'), { code: 'ERR_INVALID_STATE' });
    this.#now = Number(now);
    this.#real = {};
    const add = (ms, run, every) => {
      const id = ++this.#last + 1e9;
      this.#due.push({ id, at: this.#now + Math.max(1, ms || 0), run, every });
      return id;
    };
    const clear = (id) => (this.#due = this.#due.filter((each) => each.id !== id));
    const fakes = {
      setTimeout: { setTimeout: (run, ms, ...values) => add(ms, () => run(...values)), clearTimeout: clear },
      setInterval: {
        setInterval: (run, ms, ...values) => add(ms, () => run(...values), Math.max(1, ms || 0)),
        clearInterval: clear,
      },
      setImmediate: { setImmediate: (run, ...values) => add(0, () => run(...values)), clearImmediate: clear },
      Date: { Date: this.#dateClass() },
    };
    for (const api of apis)
      for (const [name, value] of Object.entries(fakes[api] ?? {})) {
        this.#real[name] = Object.getOwnPropertyDescriptor(globalThis, name);
        Object.defineProperty(globalThis, name, { ...this.#real[name], value });
      }
  }
  #dateClass() {
    const now = () => this.#now;
    return class Date extends RealDate {
      constructor(...values) {
        if (values.length > 0) super(...values);
        else super(now());
      }
      static now() {
        return now();
      }
    };
  }
  tick(ms = 1) {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#due
        .filter(({ at }) => at <= end)
        .sort((one, other) => one.at - other.at || one.id - other.id)[0];
      if (!next) break;
      this.#now = next.at;
      if (next.every) next.at += next.every;
      else this.#due = this.#due.filter((each) => each !== next);
      next.run();
    }
    this.#now = end;
  }
  runAll() {
    const last = Math.max(this.#now, ...this.#due.map(({ at }) => at));
    this.tick(last - this.#now);
  }
  setTime(ms) {
    this.#now = ms;
  }
  reset() {
    for (const [name, old] of Object.entries(this.#real ?? {})) Object.defineProperty(globalThis, name, old);
    this.#real = undefined;
    this.#due = [];
  }
  [Symbol.dispose ?? Symbol('dispose')]() {
    this.reset();
  }
}

Object.assign(exports, { MockTracker });
