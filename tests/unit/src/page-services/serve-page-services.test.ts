/** The page's services for tools: a position asked for with high accuracy is never a remembered one. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { servePageServices } from '#src/page-services/serve-page-services.ts';

const opened: MessagePort[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  opened.splice(0).forEach((port) => port.close());
});

describe('the position', () => {
  it.each([
    ['high', { enableHighAccuracy: true, maximumAge: 0 }],
    ['low', { enableHighAccuracy: false, maximumAge: 60_000 }],
  ] as const)('with %s accuracy is asked for with %j', async (accuracy, expected) => {
    const asked: unknown[] = [];
    const coords = { latitude: 1, longitude: 2, accuracy: 3, altitude: null };
    vi.stubGlobal('navigator', {
      geolocation: {
        getCurrentPosition(found: (position: object) => void, _failed: unknown, options: unknown) {
          asked.push(options);
          found({ coords, timestamp: 4 });
        },
      },
    });
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    servePageServices(port1);
    expect(await callOver<PageServices>(port2).call('locate', accuracy)).toEqual({
      ok: true,
      value: { ...coords, at: 4 },
    });
    expect(asked).toMatchObject([expected]);
  });
});
