/** Page services for tools: the device and the browser's model. Their code is loaded at first use. */
import { serveCalls } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';

export function servePageServices(port: MessagePort): void {
  const loadDevice = async () => (await import('./device.ts')).device;
  const loadModel = () => import('./language-model.ts');
  const api: PageServices = {
    locate: async (accuracy) => (await loadDevice()).locate(accuracy),
    notify: async (notice) => (await loadDevice()).notify(notice),
    readClipboard: async () => (await loadDevice()).readClipboard(),
    writeClipboard: async (text) => (await loadDevice()).writeClipboard(text),
    screen: async () => (await loadDevice()).screen(),
    builtInState: async () => (await loadModel()).builtInState(),
    writeBuiltIn: async (prompt, port) => (await loadModel()).writeBuiltIn(prompt, port),
  };
  serveCalls(port, api);
}
