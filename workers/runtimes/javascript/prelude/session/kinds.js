/* The kinds of objects that are kept, by the name of their class: written as data, made of it, and filled. */
({ host, Lost, most }) => {
  const small = (count, write) => {
    if (count > most) throw new Lost('too large');
    return write();
  };
  const kinds = {
    null: { make: () => Object.create(null) },
    Object: { make: () => ({}) },
    Array: {
      write: (value, ref) =>
        isDense(value) ? small(value.length, () => value.map((each) => ref(each))) : value.length,
      make: (data) => (typeof data === 'number' ? Object.assign([], { length: data }) : []),
      fill: (value, data, get) => typeof data !== 'number' && data.forEach((each) => value.push(get(each))),
      skipsOf: (value) => {
        // Once for a list: asked for each member, keeping a list would take the square of its length.
        const hasNoGap = isDense(value);
        return (key) => key === 'length' || (hasNoGap && isIndex(key));
      },
    },
    Map: {
      write: (value, ref) =>
        small(value.size, () => [...value.entries()].map(([key, each]) => [ref(key), ref(each)])),
      make: () => new Map(),
      fill: (value, data, get) =>
        data.forEach(([key, each]) => Map.prototype.set.call(value, get(key), get(each))),
    },
    Set: {
      write: (value, ref) => small(value.size, () => [...value.values()].map((each) => ref(each))),
      make: () => new Set(),
      fill: (value, data, get) => data.forEach((each) => Set.prototype.add.call(value, get(each))),
    },
    Date: { write: (value) => Date.prototype.getTime.call(value), make: (data) => new Date(data ?? NaN) },
    RegExp: {
      write: ({ source, flags, lastIndex }) => [source, flags, lastIndex],
      make: ([source, flags, lastIndex]) => Object.assign(new RegExp(source, flags), { lastIndex }),
      skips: (key) => key === 'lastIndex',
    },
    ArrayBuffer: {
      write: (value) => small(value.byteLength, () => host('toText', value)),
      make: (data) => host('toBytes', data),
    },
    URL: { write: ({ href }) => href, make: (data) => new URL(data) },
    URLSearchParams: { write: (value) => String(value), make: (data) => new URLSearchParams(data) },
    Headers: { write: (value) => [...value], make: (data) => new Headers(data) },
    TextEncoder: { make: () => new TextEncoder() },
    TextDecoder: { write: ({ encoding }) => encoding, make: (data) => new TextDecoder(data) },
  };
  const isIndex = (key) => typeof key === 'string' && /^(?:0|[1-9]\d*)$/.test(key);
  const isDense = (value) =>
    Object.keys(value).length === value.length && Reflect.ownKeys(value).length === value.length + 1;
  return { kinds, isIndex };
};
