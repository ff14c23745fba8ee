/* `URLSearchParams`, parsed and written by the host. */
({ host, define }) => {
  define(
    'URLSearchParams',
    class URLSearchParams {
      #list = [];
      constructor(from = '') {
        if (typeof from === 'string') this.#list = JSON.parse(host('parseQuery', from));
        else
          this.#list = (Symbol.iterator in from ? [...from] : Object.entries(from)).map(([k, v]) => [
            String(k),
            String(v),
          ]);
      }
      get(name) {
        return this.#list.find(([key]) => key === name)?.[1] ?? null;
      }
      getAll(name) {
        return this.#list.filter(([key]) => key === name).map(([, value]) => value);
      }
      has(name) {
        return this.#list.some(([key]) => key === name);
      }
      set(name, value) {
        this.delete(name);
        this.append(name, value);
      }
      append(name, value) {
        this.#list.push([String(name), String(value)]);
      }
      delete(name) {
        this.#list = this.#list.filter(([key]) => key !== name);
      }
      entries() {
        return this.#list[Symbol.iterator]();
      }
      [Symbol.iterator]() {
        return this.entries();
      }
      keys() {
        return this.#list.map(([key]) => key)[Symbol.iterator]();
      }
      values() {
        return this.#list.map(([, value]) => value)[Symbol.iterator]();
      }
      forEach(run) {
        for (const [key, value] of this.#list) run(value, key, this);
      }
      toString() {
        return host('formatQuery', JSON.stringify(this.#list));
      }
    },
  );
};
