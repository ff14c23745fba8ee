/** Page services for the engine; their code is fetched with the first call of each kind. */
import { serveCalls } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';

const device = () => import('./device-services.ts');
const model = () => import('./language-model.ts');

export function servePageServices(port: MessagePort): void {
  const api: PageServices = {
    locate: async (accuracy) => (await import('./locate.ts')).locate(accuracy),
    notify: async (notice) => (await device()).notify(notice),
    readClipboard: async () => (await device()).readClipboard(),
    writeClipboard: async (content) => (await device()).writeClipboard(content),
    screen: async () => (await device()).screen(),
    vibrate: async (pattern) => (await device()).vibrate(pattern),
    battery: async () => (await device()).battery(),
    keepAwake: async (seconds) => (await device()).keepAwake(seconds),
    builtInState: async () => (await model()).builtInState(),
    writeBuiltIn: async (prompt, events) => (await model()).writeBuiltIn(prompt, events),
  };
  serveCalls(port, api);
}
