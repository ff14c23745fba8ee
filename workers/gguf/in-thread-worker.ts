/**
 * Replaces the `blob:` worker that wllama would start, with the same code bundled and running in the current
 * thread.
 */
import { startModule } from 'virtual:wllama-module';

let wasmUrl = '';

type Posted = { transfer?: Transferable[] };

/** The part of the `Worker` interface that the library uses. */
class InThreadWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly #port: MessagePort;

  constructor() {
    // A MessageChannel delivers each message as a task, so that the engine's stop message can arrive between
    // two tokens.
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event) => this.onmessage?.(event);
    port1.onmessageerror = (event) => this.onerror?.(event);
    polyfillSuspending();
    startModule(port2, { pathConfig: { 'wllama.wasm': wasmUrl }, nbThread: 0, compat: false });
  }

  postMessage(data: unknown, options: Posted = {}): void {
    this.#port.postMessage(data, options.transfer ?? []);
  }

  terminate(): void {
    this.#port.close();
  }
}

/** Makes `new Worker` in the library create an `InThreadWorker`. */
export function replaceWorker(wasm: string): void {
  wasmUrl = wasm;
  Object.defineProperty(globalThis, 'Worker', { value: InThreadWorker });
  // Hides the GPU: llama.cpp then uses the CPU, which behaves the same on every device.
  const nothing = { requestAdapter: () => Promise.resolve(null) };
  Object.defineProperty(WorkerNavigator.prototype, 'gpu', { get: () => nothing });
}

type Suspender = { Suspending?: unknown; promising?: unknown };
type Call = (...values: unknown[]) => unknown;

/**
 * Polyfills `WebAssembly.Suspending` without suspension; wllama then copies files into memory instead of
 * reading on demand.
 */
function polyfillSuspending(): void {
  const target = WebAssembly as Suspender;
  if (target.Suspending) return;
  // wllama calls it with `new`; a constructor may return another object, here the function.
  target.Suspending = function keep(call: Call) {
    return call;
  };
  target.promising =
    (call: Call) =>
    (...values: unknown[]) =>
      new Promise((resolve) => resolve(call(...values)));
}
