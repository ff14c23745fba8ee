/** Page services for the engine: the device and the browser's model. Their code is loaded at first use. */
import { serveCalls } from '#shared/rpc/port-calls.ts';
import type { DeviceServices, PageServices } from '#shared/rpc/page-services.ts';

const deviceMethods = [
  'features',
  'locate',
  'notify',
  'readClipboard',
  'writeClipboard',
  'screen',
  'vibrate',
  'battery',
  'keepAwake',
] as const satisfies (keyof DeviceServices)[];

type Method = (...values: unknown[]) => unknown;

export function servePageServices(port: MessagePort): void {
  const loadModel = () => import('./language-model.ts');
  const model: Omit<PageServices, keyof DeviceServices> = {
    builtInState: async () => (await loadModel()).builtInState(),
    writeBuiltIn: async (prompt, events) => (await loadModel()).writeBuiltIn(prompt, events),
  };
  // One line for all of them: this is part of the first load.
  const device = deviceMethods.map((name): [string, Method] => [
    name,
    async (...values) => ((await import('./device.ts')).device[name] as Method)(...values),
  ]);
  serveCalls(port, { ...model, ...Object.fromEntries(device) });
}
