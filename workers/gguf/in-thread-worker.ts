/** Stands in for the blob worker that wllama would start: the same code, from our own file, in this very thread. */
import { startModule } from 'virtual:wllama-module';
import { standInForSuspending } from './suspending.ts';

let wasmUrl = '';

type Posted = { transfer?: Transferable[] };

/** What the library uses of a `Worker`, and no more. */
class InThreadWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly #port: MessagePort;

  constructor() {
    // Real ports: each message is a task of its own, so that a stop of the engine comes in between two tokens.
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event) => this.onmessage?.(event);
    standInForSuspending();
    startModule(port2, { pathConfig: { 'wllama.wasm': wasmUrl }, nbThread: 0, compat: false });
  }

  postMessage(data: unknown, options: Posted = {}): void {
    this.#port.postMessage(data, options.transfer ?? []);
  }

  terminate(): void {
    this.#port.close();
  }
}

/** From here on the library's `new Worker` makes one of these. */
export function replaceWorker(wasm: string): void {
  wasmUrl = wasm;
  Object.defineProperty(globalThis, 'Worker', { value: InThreadWorker });
  // Without a graphics adapter llama.cpp stays on the processor, which is the same on every device.
  const nothing = { requestAdapter: () => Promise.resolve(null) };
  Object.defineProperty(WorkerNavigator.prototype, 'gpu', { get: () => nothing });
}
