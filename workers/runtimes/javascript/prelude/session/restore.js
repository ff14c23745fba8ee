/* Makes the variables of a kept session again. */
({ kinds, makeFunction, attempt, fill }) => {
  const restore = (text) => {
    const { names, nodes, lost } = JSON.parse(text);
    const made = new Array(nodes.length);
    const get = (ref) => {
      if (!Array.isArray(ref)) return ref;
      const [kind, ...rest] = ref;
      if (kind === 'r') return (made[rest[0]] ??= make(nodes[rest[0]]));
      if (kind === 'g') return rest.reduce((value, name) => value[name], globalThis);
      if (kind === 'i') return globalThis[rest[0]];
      if (kind === 'n') return Number(rest[0]);
      if (kind === 'b') return BigInt(rest[0]);
      if (kind === 's') return Symbol.for(rest[0]);
      return kind === 'w' ? Symbol[rest[0]] : undefined;
    };
    const make = ({ t, d }) => (t === 'function' ? makeFunction(d) : kinds[t].make(d, get));
    const put = ([name, ref]) =>
      Object.defineProperty(globalThis, name, {
        value: get(ref),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    /* A class may extend another one, and its fields may need a variable. */
    let left = names;
    for (let count = -1; left.length > 0 && count !== left.length;) {
      count = left.length;
      left = left.filter((each) => !attempt(() => put(each)));
    }
    for (const each of left)
      attempt(
        () => put(each),
        (error) => lost.push([each[0], String(error).slice(0, 200)]),
      );
    for (const [at, node] of nodes.entries())
      attempt(
        () => fill(get(['r', at]), node, get),
        (error) => lost.push([`a value`, String(error).slice(0, 200)]),
      );
    return JSON.stringify(lost);
  };
  return { restore };
};
