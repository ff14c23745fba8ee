/** The floor: a worker that answers a Comlink call and does nothing else. */
import { expose, transfer } from 'comlink';

expose({
  ping: (value: unknown) => value,
  /** A fresh buffer, as a tool that returns a file makes it. */
  bytes(count: number) {
    const data = new Uint8Array(count).fill(7);
    return transfer(data, [data.buffer]);
  },
});
