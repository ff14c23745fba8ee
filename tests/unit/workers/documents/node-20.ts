/** Polyfills of browser features that PDF.js uses and Node 20 lacks. */

if (!('withResolvers' in Promise))
  Object.defineProperty(Promise, 'withResolvers', {
    value: () => {
      const parts: Record<string, unknown> = {};
      const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
      return { ...parts, promise };
    },
  });

export {};
