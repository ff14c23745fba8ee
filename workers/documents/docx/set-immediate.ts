/**
 * `setImmediate` for JSZip, with which mammoth unpacks. JSZip's own polyfill posts a message to the window;
 * in a tool host that message would reach the engine, and the polyfill fails.
 */
if (!('setImmediate' in globalThis))
  Object.defineProperty(globalThis, 'setImmediate', {
    value: (work: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => work(...args)),
  });

export {};
