/**
 * The page's services for tools: a position requested with high accuracy is never a cached or an inaccurate
 * one.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { servePageServices } from '#src/page-services/serve-page-services.ts';

const opened: MessagePort[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  opened.splice(0).forEach((port) => port.close());
});

type Found = (position: object) => void;
type Failed = (error: object) => void;

function setUp(geolocation: object) {
  vi.stubGlobal('navigator', { geolocation });
  vi.stubGlobal('GeolocationPositionError', { PERMISSION_DENIED: 1, TIMEOUT: 3 });
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  servePageServices(port1);
  return callOver<PageServices>(port2);
}

const position = (accuracy: number) => ({
  coords: { latitude: 1, longitude: 2, accuracy, altitude: null },
  timestamp: 4,
});
const answer = (accuracy: number) => ({
  ok: true,
  value: { latitude: 1, longitude: 2, accuracy, altitude: null, at: 4 },
});

describe('the position', () => {
  it('with low accuracy is the first one, and may be cached', async () => {
    const asked: unknown[] = [];
    const { call } = setUp({
      getCurrentPosition(found: Found, _failed: Failed, options: unknown) {
        asked.push(options);
        found(position(900));
      },
    });
    expect(await call('device', 'locate', 'low')).toEqual(answer(900));
    expect(asked).toMatchObject([{ enableHighAccuracy: false, maximumAge: 60_000 }]);
  });

  /** A device that reports these positions one after the other. */
  function watching(accuracies: readonly number[], error?: object) {
    const seen = { options: [] as unknown[], ended: [] as number[] };
    const geolocation = {
      watchPosition(found: Found, failed: Failed, options: unknown) {
        seen.options.push(options);
        for (const each of accuracies) found(position(each));
        if (error) failed(error);
        return 7;
      },
      clearWatch: (watch: number) => void seen.ended.push(watch),
    };
    return { seen, geolocation };
  }

  it('with high accuracy waits for an accurate one after an inaccurate one, and is never cached', async () => {
    const { seen, geolocation } = watching([2_000, 12]);
    const { call } = setUp(geolocation);
    expect(await call('device', 'locate', 'high')).toEqual(answer(12));
    expect(seen.options).toMatchObject([{ enableHighAccuracy: true, maximumAge: 0 }]);
    expect(seen.ended).toEqual([7]);
  });

  it('with high accuracy is the best available one if no accurate one arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { seen, geolocation } = watching([2_000, 400, 800]);
    const { call } = setUp(geolocation);
    const pending = call('device', 'locate', 'high');
    await vi.waitFor(() => {
      vi.advanceTimersByTime(12_000);
      expect(seen.ended).toEqual([7]);
    });
    expect(await pending).toEqual(answer(400));
  });

  it('with high accuracy arrives within the deadline of the tool even if the first one is late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let find: Found = () => undefined;
    const { call } = setUp({
      watchPosition: (found: Found) => ((find = found), 7),
      clearWatch: () => undefined,
    });
    const pending = call('device', 'locate', 'high');
    await vi.waitFor(() => expect(find).toHaveLength(1));
    vi.advanceTimersByTime(24_000);
    find(position(400));
    vi.advanceTimersByTime(4_000);
    expect(await pending).toEqual(answer(400));
  });

  it('is an error that says what to do if there is none', async () => {
    const { seen, geolocation } = watching([], { code: 3, message: '' });
    const { call } = setUp(geolocation);
    expect(await call('device', 'locate', 'high')).toMatchObject({ ok: false, error: { type: 'timeout' } });
    expect(seen.ended).toEqual([7]);
  });
});
