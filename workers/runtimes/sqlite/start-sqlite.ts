/** Starts sql.js, which the library does once per thread. */
// SQLite in WebAssembly, compiled by its maintainers: nobody writes that again.
import initSqlJs, { type SqlJs } from 'sql.js';

/** Bytes. Chromium takes the whole page down where a worker takes what a device does not have. */
const mostBytes = 512 * 1024 * 1024;
const pageBytes = 65_536;

export function startSqlite(module: WebAssembly.Module): Promise<SqlJs> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => {
      WebAssembly.instantiate(module, imports).then((instance) => {
        boundMemory(instance);
        done(instance);
      }, reject);
      return {};
    };
    initSqlJs({ instantiateWasm }).then(resolve, reject);
  });
}

/** A refusal to grow is "out of memory" in SQLite. */
function boundMemory({ exports }: WebAssembly.Instance): void {
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
  if (!memory) throw new Error('sql.js has another way to start.');
  const grow = memory.grow.bind(memory);
  Object.defineProperty(memory, 'grow', {
    value: (pages: number) => {
      if (memory.buffer.byteLength + pages * pageBytes > mostBytes)
        throw new RangeError('The limit is reached.');
      return grow(pages);
    },
  });
}
