/* The text that the session keeps. The largest values are left out where there is no room for all. */
({ ownNames, isObject, createWriter, Lost }) => {
  const tooLarge = 'too large';
  const writeAll = (own, most, imported) => {
    const { nodes, write } = createWriter(most, imported);
    const names = [];
    const lost = [];
    for (const [name, { value, get }] of own) {
      try {
        if (get) throw new Lost('it is computed by a function');
        names.push([name, write(value).place]);
      } catch (error) {
        lost.push([name, error instanceof Lost ? error.message : String(error).slice(0, 200)]);
      }
    }
    return { names, nodes, lost };
  };
  /* Of one variable alone. */
  const sizeOf = ([, { value }], most, imported) => {
    try {
      return createWriter(most, imported).write(value).size;
    } catch {
      return most;
    }
  };

  const keep = (json) => {
    const { most, imports } = JSON.parse(json);
    const known = new Map(imports.map((each) => [each.name, each]));
    const all = ownNames().map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    const isImport = ([name, { get }]) => get !== undefined && known.has(name);
    const again = all.filter(isImport).map(([name]) => known.get(name));
    const imported = new Map();
    for (const { name } of again) if (isObject(globalThis[name])) imported.set(globalThis[name], name);
    const own = all.filter((each) => !isImport(each));
    let state = writeAll(own, most, imported);
    if (state.lost.some(([, reason]) => reason === tooLarge)) {
      const sizes = new Map(own.map((each) => [each, sizeOf(each, most, imported)]));
      const bySize = own.toSorted((one, other) => sizes.get(one) - sizes.get(other));
      state = writeAll(bySize, most, imported);
    }
    return JSON.stringify({ version: 1, imports: again, ...state });
  };
  return { keep };
};
