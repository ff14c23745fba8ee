/** Baseline of a call: a worker that answers a Comlink call and does nothing else. */
import { expose, transfer } from 'comlink';

expose({
  ping: (value: unknown) => value,
  /** Returns a new buffer, like a tool that returns a file. */
  bytes(count: number) {
    const data = new Uint8Array(count).fill(7);
    return transfer(data, [data.buffer]);
  },
});
