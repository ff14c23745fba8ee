/** Loads the MCP library at the first connection, because most users never need it. */
import type * as Client from './protocol-client.ts';

export function loadClient(): Promise<typeof Client> {
  // zod, its validator, would generate code at run time, which the Content-Security-Policy blocks and
  // reports.
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
  return import('./protocol-client.ts');
}
