/* What is global before the first script: given back after each one, and referred to by its name where a value is kept. */
() => {
  class Lost extends Error {}
  /* Characters, members or bytes of what is kept. */
  const most = 1_000_000;
  const { getOwnPropertyDescriptor, getOwnPropertyNames, defineProperty } = Object;
  const first = new Map();
  const descriptors = new Map();
  const paths = new Map();
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const note = (value, path) => {
    if (isObject(value) && !paths.has(value)) paths.set(value, path);
  };
  for (const name of getOwnPropertyNames(globalThis)) {
    const descriptor = getOwnPropertyDescriptor(globalThis, name);
    const { value } = descriptor;
    descriptors.set(name, descriptor);
    first.set(name, value);
    note(value, [name]);
  }
  for (const [name, value] of first) {
    if (!isObject(value) || value === globalThis) continue;
    for (const key of getOwnPropertyNames(value))
      note(getOwnPropertyDescriptor(value, key).value, [name, key]);
  }
  /* The names that a script had given another value. */
  const tidy = () => {
    const changed = [];
    for (const [name, descriptor] of descriptors) {
      const { value, get } = descriptor;
      const now = getOwnPropertyDescriptor(globalThis, name);
      if (now && Object.is(now.value, value) && now.get === get) continue;
      // An import of what the global is anyway is no change.
      if (!get || !now || globalThis[name] !== get()) changed.push(name);
      if (now && !now.configurable) globalThis[name] = value;
      else
        defineProperty(
          globalThis,
          name,
          get ? descriptor : { value, writable: true, enumerable: false, configurable: true },
        );
    }
    return JSON.stringify(changed);
  };
  const ownNames = () => getOwnPropertyNames(globalThis).filter((name) => !first.has(name));
  return { first, paths, tidy, ownNames, isObject, Lost, most };
};
