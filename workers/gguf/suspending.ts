/** Polyfills `WebAssembly.Suspending` by passing functions through; files are then copied instead of read on demand. */

type Suspender = { Suspending?: unknown; promising?: unknown };
type Call = (...values: unknown[]) => unknown;

export function polyfillSuspending(): void {
  const target = WebAssembly as Suspender;
  if (target.Suspending) return;
  // Called with `new`; a constructor that returns a function gives that function.
  target.Suspending = function keep(call: Call) {
    return call;
  };
  target.promising =
    (call: Call) =>
    (...values: unknown[]) =>
      new Promise((resolve) => resolve(call(...values)));
}
