/** Page services for the engine: the device and the browser's model. Their code is loaded at first use. */
import { serveCalls } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';

export function servePageServices(port: MessagePort): void {
  const loadModel = () => import('./language-model.ts');
  const api: PageServices = {
    device: async (method, ...values) => (await import('./device.ts')).callDevice(method, values),
    builtInState: async () => (await loadModel()).builtInState(),
    writeBuiltIn: async (prompt, events) => (await loadModel()).writeBuiltIn(prompt, events),
  };
  serveCalls(port, api);
}
