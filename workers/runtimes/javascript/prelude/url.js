/* `URL`, parsed by the host. */
({ host, define }) => {
  define(
    'URL',
    class URL {
      #parts;
      searchParams;
      constructor(url, base) {
        this.#parts = JSON.parse(host('parseUrl', String(url), base === undefined ? '' : String(base)));
        this.searchParams = new URLSearchParams(this.#parts.search);
      }
      get search() {
        const text = this.searchParams.toString();
        return text ? `?${text}` : '';
      }
      get href() {
        const { origin, pathname, hash, protocol, host } = this.#parts;
        return (origin === 'null' ? `${protocol}//${host}` : origin) + pathname + this.search + hash;
      }
      toString() {
        return this.href;
      }
      toJSON() {
        return this.href;
      }
      static canParse(url, base) {
        try {
          return Boolean(new URL(url, base));
        } catch {
          return false;
        }
      }
      static {
        for (const name of [
          'protocol',
          'host',
          'hostname',
          'port',
          'pathname',
          'hash',
          'origin',
          'username',
          'password',
        ])
          Object.defineProperty(this.prototype, name, {
            get() {
              return this.#parts[name];
            },
            enumerable: true,
          });
      }
    },
  );
};
