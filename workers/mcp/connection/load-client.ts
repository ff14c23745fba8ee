/** Loads the protocol's library with the first connection: most users never need it. */
import type * as Client from './protocol-client.ts';

export function loadClient(): Promise<typeof Client> {
  // Its validator (zod) would generate code at run time, which the Content-Security-Policy refuses and reports.
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
  return import('./protocol-client.ts');
}
