/* Makes functions of their text, and gives values what they had. */
({ kinds }) => {
  const evaluate = globalThis.eval;
  const makeFunction = (text) => {
    try {
      return evaluate(`(${text}\n)`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    // The text of a method.
    const made = evaluate(`({${text}\n})`);
    const { value, get, set } = Object.getOwnPropertyDescriptor(made, Reflect.ownKeys(made)[0]);
    return value ?? get ?? set;
  };
  const define = (value, list, get) => {
    for (let at = 0; at < list.length; at++) {
      const item = list[at];
      if (typeof item === 'string') {
        const plain = { writable: true, enumerable: true, configurable: true };
        Object.defineProperty(value, item, { value: get(list[++at]), ...plain });
        continue;
      }
      const [key, bits, one, other] = item;
      const [writable, enumerable, configurable] = [...bits].map((bit) => bit === '1');
      const what = item.length === 4 ? { get: get(one), set: get(other) } : { value: get(one), writable };
      Object.defineProperty(value, get(key), { ...what, enumerable, configurable });
    }
  };

  const attempt = (work, failed = () => {}) => {
    try {
      work();
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  const fill = (value, { t, d, n, p, y, c, x }, get) => {
    if (c) Object.setPrototypeOf(value, get(c).prototype);
    if (t === 'function' && value.name !== n)
      Object.defineProperty(value, 'name', { value: n, configurable: true });
    kinds[t]?.fill?.(value, d, get);
    define(value, p, get);
    if (y) define(value.prototype, y, get);
    if (x) Object.preventExtensions(value);
  };
  return { makeFunction, attempt, fill };
};
