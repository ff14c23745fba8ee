/**
 * `setImmediate` for JSZip, which mammoth unpacks with. Its own replacement posts a message to the window; in a tool host
 * that would be a message to the engine, and it fails.
 */
if (!('setImmediate' in globalThis))
  Object.defineProperty(globalThis, 'setImmediate', {
    value: (work: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => work(...args)),
  });

export {};
