/** The browser's built-in model, which only the page can reach: its reply streams over a MessagePort per request. */
// Comlink: the port travels with a call to the page.
import { transfer } from 'comlink';
import type { DeviceEvent } from '#shared/models/device-model.ts';
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { createEventQueue } from './event-queue.ts';

export function createBuiltInModel(page: () => PageServices): OnDeviceModels['builtIn'] {
  return {
    state: async () => page().builtInState(),
    async *write(prompt, signal) {
      if (signal.aborted) return;
      const events = createEventQueue<DeviceEvent>();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<DeviceEvent>) => events.push(data);
      signal.addEventListener('abort', events.end, { once: true });
      try {
        page()
          .writeBuiltIn(prompt, transfer(port2, [port2]))
          .catch((error: unknown) =>
            events.push({ type: 'error', error: { type: 'internal', detail: String(error) } }),
          );
        for await (const event of events) {
          yield event;
          if (event.type === 'stop' || event.type === 'error') return;
        }
      } finally {
        // Also when the reader leaves early.
        port1.postMessage('stop');
        port1.close();
        signal.removeEventListener('abort', events.end);
      }
    },
  };
}
