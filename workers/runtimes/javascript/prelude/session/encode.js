/* Writes the variables of the session as text: a list of nodes that refer to each other, so that shared values stay shared. */
({ host, paths, kinds, Lost, most }) => {
  const wellKnown = new Map(Object.getOwnPropertyNames(Symbol).map((name) => [Symbol[name], name]));
  const textOf = (value) => Function.prototype.toString.call(value);
  const kindOf = (value) => host('functionKind', textOf(value));

  const symbolRef = (value) => {
    if (Symbol.keyFor(value) !== undefined) return ['s', Symbol.keyFor(value)];
    if (wellKnown.has(value)) return ['w', wellKnown.get(value)];
    throw new Lost('it has a symbol of its own');
  };
  const primitiveRef = (value) => {
    if (typeof value === 'string' && value.length > most) throw new Lost('too large');
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : ['n', Object.is(value, -0) ? '-0' : String(value)];
    if (typeof value === 'bigint') return ['b', String(value)];
    if (value === undefined) return ['u'];
    return typeof value === 'symbol' ? symbolRef(value) : value;
  };

  /* The class that an object is kept as, and its own class if that is of a script. */
  const classOf = (value) => {
    let own;
    for (let proto = Object.getPrototypeOf(value); proto !== null; proto = Object.getPrototypeOf(proto)) {
      const path = paths.get(proto);
      const name = path?.slice(0, -1).join('.');
      if (kinds[name] && path.at(-1) === 'prototype') return { name, own };
      const maker = Object.getOwnPropertyDescriptor(proto, 'constructor')?.value;
      if (path || typeof maker !== 'function' || maker.prototype !== proto)
        throw new Lost(`a ${path ? path[0] : 'value of this kind'} cannot be kept`);
      if (kindOf(maker) === 'private') throw new Lost('its class has private fields');
      own ??= maker;
    }
    return { name: 'null', own };
  };
  return { primitiveRef, classOf, kindOf, textOf };
};
