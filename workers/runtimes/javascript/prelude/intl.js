/* `Intl`, which the host answers with its own: an object here is a key that says what the host makes. */
({ host, define }) => {
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

  const isNumeric = (value) => (typeof value === 'bigint' ? `${value}n` : Number(value));
  /* A text is a decimal number of any length, as in Node. */
  const toNumber = (value) => {
    const plain = typeof value === 'object' && value !== null ? value.valueOf() : value;
    return typeof plain === 'string' && plain.trim() !== '' && !Number.isNaN(Number(plain))
      ? plain.trim()
      : isNumeric(plain);
  };
  const toTime = (value) => (value === undefined ? undefined : Number(value));
  const toList = (values) => {
    const list = Array.from(values);
    for (const each of list)
      if (typeof each !== 'string')
        throw new TypeError(`Iterable yielded ${String(each)} which is not a string`);
    return stringify(list);
  };
  const toText = String;

  /* For each class: how the values of its methods are given to the host. `bound`: methods that are getters of functions. */
  const classes = {
    Collator: { bound: { compare: [toText, toText] }, canCall: true },
    DateTimeFormat: {
      bound: { format: [toTime] },
      methods: {
        formatToParts: [toTime],
        formatRange: [toTime, toTime],
        formatRangeToParts: [toTime, toTime],
      },
      canCall: true,
    },
    DisplayNames: { methods: { of: [toText] }, needsOptions: true },
    ListFormat: { methods: { format: [toList], formatToParts: [toList] } },
    NumberFormat: {
      bound: { format: [toNumber] },
      methods: {
        formatToParts: [toNumber],
        formatRange: [toNumber, toNumber],
        formatRangeToParts: [toNumber, toNumber],
      },
      canCall: true,
    },
    PluralRules: { methods: { select: [Number], selectRange: [Number, Number] } },
    RelativeTimeFormat: { methods: { format: [Number, toText], formatToParts: [Number, toText] } },
    Segmenter: { methods: {} },
  };
  const lists = /Parts$|^resolvedOptions$/;
  const use = (key, method, given, values) => {
    const answer = ask('intlUse', key, method, ...given.map((read, at) => read(values[at])));
    return lists.test(method) ? parse(answer) : answer;
  };

  const Intl = {};
  for (const [kind, { bound = {}, methods = {}, canCall }] of Object.entries(classes)) {
    const Class = function (locales, options) {
      if (!new.target && canCall) return new Class(locales, options);
      if (!new.target) throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
      const key = keyOf(kind, locales, options);
      ask('intlMake', key);
      keys.set(this, key);
    };
    Object.defineProperty(Class, 'name', { value: kind, configurable: true });
    Object.defineProperty(Class, 'length', { value: 0, configurable: true });
    for (const [method, given] of Object.entries(bound)) {
      const read = stateOf(kind, method);
      const made = new WeakMap();
      Object.defineProperty(Class.prototype, method, {
        configurable: true,
        get() {
          const key = read(this);
          if (!made.has(this)) made.set(this, (...values) => use(key, method, given, values));
          return made.get(this);
        },
      });
    }
    for (const [method, given] of Object.entries({ ...methods, resolvedOptions: [] })) {
      const read = stateOf(kind, method);
      hide(
        Class.prototype,
        method,
        {
          [method](...values) {
            return use(read(this), method, given, values);
          },
        }[method],
      );
    }
    hide(Class, 'supportedLocalesOf', (locales, options) =>
      parse(ask('intlList', 'supportedLocalesOf', keyOf(kind, locales, options))),
    );
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${kind}`, configurable: true });
    hide(Intl, kind, Class);
  }

  const segmentKey = stateOf('Segmenter', 'segment');
  hide(Intl.Segmenter.prototype, 'segment', function (text) {
    const input = String(text);
    const key = segmentKey(this);
    const isWords = this.resolvedOptions().granularity === 'word';
    let lengths;
    const walk = function* () {
      lengths ??= parse(ask('intlUse', key, 'segment', input));
      let index = 0;
      for (const length of lengths) {
        const segment = input.slice(index, index + Math.abs(length));
        yield { segment, index, input, ...(isWords && { isWordLike: length > 0 }) };
        index += Math.abs(length);
      }
    };
    return {
      containing(at = 0) {
        const index = Math.trunc(Number(at)) || 0;
        if (index < 0 || index >= input.length) return undefined;
        for (const each of walk()) if (index < each.index + each.segment.length) return each;
      },
      [Symbol.iterator]: walk,
    };
  });

  const localeKey = stateOf('Locale', 'toString');
  class Locale {
    constructor(tag, options) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null))
        throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
      const key = keyOf('Locale', String(tag), options);
      ask('intlMake', key);
      keys.set(this, key);
    }
    toString() {
      return factsOf(this).text;
    }
    maximize() {
      return new Locale(factsOf(this).most);
    }
    minimize() {
      return new Locale(factsOf(this).least);
    }
  }
  const factsOf = (locale) => parse(ask('intlUse', localeKey(locale), 'facts'));
  for (const name of 'baseName calendar caseFirst collation hourCycle language numberingSystem numeric region script'.split(
    ' ',
  ))
    Object.defineProperty(Locale.prototype, name, {
      configurable: true,
      get() {
        return factsOf(this)[name];
      },
    });
  Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });
  hide(Intl, 'Locale', Locale);
  hide(Intl, 'getCanonicalLocales', (locales) =>
    parse(ask('intlList', 'getCanonicalLocales', keyOf('', locales))),
  );
  hide(Intl, 'supportedValuesOf', (name) => parse(ask('intlList', 'supportedValuesOf', keyOf(String(name)))));
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
  define('Intl', Intl);

  return { askIntl: ask, intlKeyOf: keyOf, intlKeys: keys, hide };
};
