/* The kinds that there are several of: errors and views of bytes. */
({ first, kinds, isIndex }) => {
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
