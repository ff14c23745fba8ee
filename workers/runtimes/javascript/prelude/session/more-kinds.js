/* The kinds that there are several of: errors, views of bytes and the classes of `Intl`. */
({ first, paths, kinds, isIndex, intlKeys }) => {
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const { [name]: Class } = Intl;
    if (!Class.prototype) continue;
    paths.set(Class.prototype, ['Intl', name, 'prototype']);
    kinds[`Intl.${name}`] = {
      write: (value) => intlKeys.get(value),
      make(key) {
        const { locales, options } = JSON.parse(key);
        return new Class(locales, options);
      },
    };
  }
  for (const [name, value] of first) {
    if (typeof value !== 'function') continue;
    const { prototype } = value;
    if (prototype === Error.prototype || prototype instanceof Error)
      kinds[name] = { make: () => Object.defineProperty(new value(), 'stack', { configurable: true }) };
    if (
      ArrayBuffer.isView(prototype) ||
      name === 'DataView' ||
      Object.getPrototypeOf(value) === Object.getPrototypeOf(Uint8Array)
    )
      kinds[name] = {
        write: (view, ref) => [ref(view.buffer), view.byteOffset, view.length ?? view.byteLength],
        make: ([buffer, offset, length], get) => new value(get(buffer), offset, length),
        skips: isIndex,
      };
  }
  return {};
};
