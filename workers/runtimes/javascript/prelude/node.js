/* Globals of Node, made when a script first uses them. */
({ host, define, inspect, format, bufferOf, quote }) => {
  let loader;
  const lazy = (name, make) => {
    let value;
    const get = () => (value ??= make());
    // A script may declare the name, often with the same value.
    const set = (other) => {
      if (other !== value) define(name, other);
    };
    Object.defineProperty(globalThis, name, { get, set, configurable: true, enumerable: false });
  };
  const started = (name) => {
    if (loader) return loader;
    throw new Error(`${name} was not found in the text of this script, so it was not loaded: write it out.`);
  };
  lazy('process', () => started('process').makeProcess());
  lazy('Buffer', () => started('Buffer').builtin('buffer').Buffer);
  lazy('require', () => started('require').requireFrom(`${JSON.parse(host('processFacts')).cwd}/[eval]`));
  define('global', globalThis);
  define('setImmediate', (run, ...values) => setTimeout(run, 0, ...values));
  define('clearImmediate', (id) => clearTimeout(id));
  const startNode = (make, compile, importNow, ...parts) => {
    loader = make(host, compile, importNow, { inspect, format, bufferOf, quote }, ...parts);
    return loader;
  };
  return { startNode };
};
