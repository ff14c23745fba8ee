/** Loads the protocol's library, at the first connection and not before. */
import type * as Client from './protocol-client.ts';

export function loadClient(): Promise<typeof Client> {
  // Its validator writes code at run time unless told otherwise, which our policy refuses and reports.
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
  return import('./protocol-client.ts');
}
