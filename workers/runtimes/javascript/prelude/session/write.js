/* Writes one value with all that it refers to; what cannot be kept throws, and leaves the list as it was. */
({ paths, isObject, Lost, primitiveRef, functionNode, objectNode }) => {
  const createWriter = (most, imported) => {
    const nodes = [];
    const values = [];
    const places = new Map();
    let size = 0;

    const ref = (value) => {
      if (!isObject(value)) return primitiveRef(value);
      if (paths.has(value)) return ['g', ...paths.get(value)];
      if (imported.has(value)) return ['i', imported.get(value)];
      if (!places.has(value)) {
        places.set(value, values.length);
        values.push(value);
      }
      return ['r', places.get(value)];
    };
    const grow = (data) => {
      size += JSON.stringify(data).length;
      if (size > most) throw new Lost('too large');
    };
    /* Without recursion: a list may be as deep as it likes. */
    const write = (value) => {
      const [from, before] = [values.length, size];
      try {
        const place = ref(value);
        grow(place);
        while (nodes.length < values.length) {
          const next = values[nodes.length];
          nodes.push(typeof next === 'function' ? functionNode(next, ref) : objectNode(next, ref));
          grow(nodes.at(-1));
        }
        return { place, size: size - before };
      } catch (error) {
        for (const each of values.splice(from)) places.delete(each);
        nodes.length = from;
        size = before;
        throw error;
      }
    };
    return { nodes, write };
  };
  return { createWriter };
};
