/* Shows a value as the console of Node does. */
({ nameOf, wrap, quote, framesOf }) => {
  const inspect = (value, seen = [], depth = 0) => {
    if (typeof value === 'string') return depth === 0 ? value : quote(value);
    if (typeof value === 'function')
      return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
    if (typeof value !== 'object' || value === null) return inspectPrimitive(value);
    if (seen.includes(value)) return '[Circular]';
    if (value instanceof Error) return describeError(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise {}';
    return inspectMembers(value, [...seen, value], depth);
  };
  const inspectPrimitive = (value) => {
    if (typeof value === 'bigint') return `${value}n`;
    return Object.is(value, -0) ? '-0' : String(value);
  };
  const inspectMembers = (value, seen, depth) => {
    const inner = (each) => inspect(each, seen, depth + 1);
    const name = value.constructor?.name ?? 'Object';
    if (depth > 4) return Array.isArray(value) ? '[Array]' : `[${name}]`;
    if (Array.isArray(value))
      return wrap('[', Array.from(value.slice(0, 100), inner), ']', value.length, depth);
    if (ArrayBuffer.isView(value) && !(value instanceof DataView))
      return (
        `${name}(${value.length}) ` +
        wrap('[', Array.from(value.slice(0, 100), inner), ']', value.length, depth)
      );
    if (value instanceof ArrayBuffer) return `ArrayBuffer { byteLength: ${value.byteLength} }`;
    if (value instanceof Map)
      return (
        `Map(${value.size}) ` +
        wrap(
          '{',
          [...value].slice(0, 100).map(([k, v]) => `${inner(k)} => ${inner(v)}`),
          '}',
          value.size,
          depth,
        )
      );
    if (value instanceof Set)
      return `Set(${value.size}) ` + wrap('{', [...value].slice(0, 100).map(inner), '}', value.size, depth);
    const keys = Reflect.ownKeys(value).filter((key) =>
      Object.prototype.propertyIsEnumerable.call(value, key),
    );
    const shown = keys.slice(0, 100).map((key) => `${nameOf(key)}: ${inner(value[key])}`);
    const prefix = name === 'Object' ? '' : `${name} `;
    return prefix + wrap('{', shown, '}', keys.length, depth);
  };
  const describeError = (error) => {
    const title = `${error.name}: ${error.message}`;
    const cause = error.cause === undefined ? '' : `\n  [cause]: ${inspect(error.cause)}`;
    const frames = framesOf(error);
    return (frames ? `${title}\n${frames}` : title) + cause;
  };
  return { inspect };
};
