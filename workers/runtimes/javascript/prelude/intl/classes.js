/* `Intl`, which the host answers with its own. */
({ define, askIntl, intlKeyOf, intlKeys, intlStateOf, intlClasses, useIntl, hide }) => {
  const Intl = {};
  for (const [kind, { bound = {}, methods = {}, canCall }] of Object.entries(intlClasses)) {
    const Class = function (locales, options) {
      if (!new.target && canCall) return new Class(locales, options);
      if (!new.target) throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
      const key = intlKeyOf(kind, locales, options);
      askIntl('intlMake', key);
      intlKeys.set(this, key);
    };
    Object.defineProperty(Class, 'name', { value: kind, configurable: true });
    Object.defineProperty(Class, 'length', { value: 0, configurable: true });
    for (const [method, given] of Object.entries(bound)) {
      const read = intlStateOf(kind, method);
      const made = new WeakMap();
      Object.defineProperty(Class.prototype, method, {
        configurable: true,
        get() {
          const key = read(this);
          if (!made.has(this)) made.set(this, (...values) => useIntl(key, method, given, values));
          return made.get(this);
        },
      });
    }
    for (const [method, given] of Object.entries({ ...methods, resolvedOptions: [] })) {
      const read = intlStateOf(kind, method);
      hide(
        Class.prototype,
        method,
        {
          [method](...values) {
            return useIntl(read(this), method, given, values);
          },
        }[method],
      );
    }
    hide(Class, 'supportedLocalesOf', (locales, options) =>
      JSON.parse(askIntl('intlList', 'supportedLocalesOf', intlKeyOf(kind, locales, options))),
    );
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${kind}`, configurable: true });
    hide(Intl, kind, Class);
  }
  hide(Intl, 'getCanonicalLocales', (locales) =>
    JSON.parse(askIntl('intlList', 'getCanonicalLocales', intlKeyOf('', locales))),
  );
  hide(Intl, 'supportedValuesOf', (name) =>
    JSON.parse(askIntl('intlList', 'supportedValuesOf', intlKeyOf(String(name)))),
  );
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
  define('Intl', Intl);
};
