/**
 * Polyfills `WebAssembly.Suspending` without suspension; wllama then copies files into memory instead of
 * reading on demand.
 */

type Suspender = { Suspending?: unknown; promising?: unknown };
type Call = (...values: unknown[]) => unknown;

export function polyfillSuspending(): void {
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
