/* `Headers` of a request or a response. */
({ define }) => {
  class Headers {
    #map = new Map();
    constructor(from = []) {
      for (const [name, value] of Symbol.iterator in from ? from : Object.entries(from))
        this.append(name, value);
    }
    get(name) {
      return this.#map.get(String(name).toLowerCase()) ?? null;
    }
    has(name) {
      return this.#map.has(String(name).toLowerCase());
    }
    set(name, value) {
      this.#map.set(String(name).toLowerCase(), String(value));
    }
    append(name, value) {
      const old = this.get(name);
      this.set(name, old === null ? value : `${old}, ${value}`);
    }
    delete(name) {
      this.#map.delete(String(name).toLowerCase());
    }
    entries() {
      return this.#map.entries();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    keys() {
      return this.#map.keys();
    }
    values() {
      return this.#map.values();
    }
    forEach(run) {
      for (const [name, value] of this.#map) run(value, name, this);
    }
  }
  define('Headers', Headers);
  return { Headers };
};
