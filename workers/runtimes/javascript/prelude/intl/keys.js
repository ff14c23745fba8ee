/* How an object of `Intl` is known to the host: by a key that says what the host makes. */
({ host }) => {
  const keys = new WeakMap();
  const errors = { RangeError, TypeError };
  const { parse, stringify } = JSON;
  /* The host puts the class of an error before its message. */
  const ask = (...given) => {
    try {
      return host(...given);
    } catch (error) {
      const [, name, message] = /^(RangeError|TypeError): ([^]*)$/.exec(error.message) ?? [];
      throw name ? new errors[name](message) : error;
    }
  };
  const plainOption = (value) => {
    if (typeof value === 'boolean' || Number.isFinite(value)) return value;
    return String(value);
  };
  const plainLocale = (value) => (typeof value === 'object' && value !== null ? String(value) : value);
  const keyOf = (kind, locales, options) => {
    const key = { kind };
    if (locales !== undefined)
      key.locales =
        typeof locales === 'object' && locales !== null && !keys.has(locales)
          ? Array.from(locales, plainLocale)
          : plainLocale(locales);
    if (options === null) key.options = null;
    else if (options !== undefined) {
      key.options = {};
      for (const name in options)
        if (options[name] !== undefined) key.options[name] = plainOption(options[name]);
    }
    return stringify(key);
  };

  const stateOf = (kind, method) => (value) => {
    const key = keys.get(value);
    if (!key?.startsWith(`{"kind":"${kind}"`))
      throw new TypeError(`Method Intl.${kind}.prototype.${method} called on incompatible receiver`);
    return key;
  };
  const hide = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  return { askIntl: ask, intlKeyOf: keyOf, intlKeys: keys, intlStateOf: stateOf, hide };
};
