/* What is written of one object or function: `ref` gives the place of what it refers to. */
({ kinds, isObject, Lost, classOf, kindOf, textOf }) => {
  const ofFunctions = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

  /* A static method, and a function in a static field, are in the text of their class. */
  const isIn = (text, value, key) => {
    const { value: member, get, set } = Object.getOwnPropertyDescriptor(value, key);
    const made = member ?? get ?? set;
    return typeof made === 'function' && text.includes(textOf(made));
  };

  const members = (value, skips, ref) =>
    Reflect.ownKeys(value).flatMap((key) => {
      if (skips(key, value)) return [];
      const {
        value: member,
        get,
        set,
        writable,
        enumerable,
        configurable,
      } = Object.getOwnPropertyDescriptor(value, key);
      const isPlain = writable && enumerable && configurable && typeof key === 'string';
      if (isPlain) return [key, ref(member)];
      const bits = [writable, enumerable, configurable].map((isSet) => (isSet ? 1 : 0)).join('');
      return [[ref(key), bits, ...(get || set ? [ref(get), ref(set)] : [ref(member)])]];
    });
  const functionNode = (value, ref) => {
    const kind = kindOf(value);
    if (kind === 'bound') throw new Lost('a function in it uses variables of a function around it');
    if (kind === '')
      throw new Lost('a function in it is not of a script, but of a module or the interpreter');
    const text = textOf(value);
    const isClass = /^class\b/.test(text);
    const skips = (key) => ofFunctions.has(key) || (isClass && isIn(text, value, key));
    const { prototype } = value;
    const extra =
      isClass || !isObject(prototype) ? [] : members(prototype, (key) => key === 'constructor', ref);
    return {
      ...{ t: 'function', d: text, n: value.name, p: members(value, skips, ref) },
      ...(extra.length > 0 && { y: extra }),
    };
  };
  const objectNode = (value, ref) => {
    const { name, own } = classOf(value);
    const { write, skips = () => false, skipsOf = () => skips } = kinds[name];
    const data = write?.(value, ref);
    return {
      ...{ t: name, p: members(value, skipsOf(value), ref) },
      ...(data !== undefined && { d: data }),
      ...(own && { c: ref(own) }),
      ...(!Object.isExtensible(value) && { x: 1 }),
    };
  };
  return { functionNode, objectNode };
};
