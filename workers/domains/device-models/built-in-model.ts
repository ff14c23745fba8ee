/** The browser's built-in model, which only the page can reach: its reply streams over a MessagePort per request. */
import { withTransfer } from '#shared/rpc/port-calls.ts';
import type { DeviceEvent } from '#shared/models/device-model.ts';
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { createEventQueue } from './event-queue.ts';

export function createBuiltInModel(
  page: () => Pick<PageServices, 'builtInState' | 'writeBuiltIn'>,
): OnDeviceModels['builtIn'] {
  return {
    state: async () => page().builtInState(),
    async *write(prompt, signal) {
      if (signal.aborted) return;
      const events = createEventQueue<DeviceEvent>();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<DeviceEvent>) => events.push(data);
      port1.onmessageerror = () =>
        events.push({
          type: 'error',
          error: { type: 'internal', detail: 'A part of the reply could not be read.' },
        });
      signal.addEventListener('abort', events.end, { once: true });
      try {
        page()
          .writeBuiltIn(prompt, withTransfer(port2, [port2]))
          .catch((error: unknown) =>
            events.push({ type: 'error', error: { type: 'internal', detail: String(error) } }),
          );
        for await (const event of events) {
          yield event;
          if (event.type === 'stop' || event.type === 'error') return;
        }
      } finally {
        // Also if the consumer stops reading early.
        port1.postMessage('stop');
        port1.close();
        signal.removeEventListener('abort', events.end);
      }
    },
  };
}
