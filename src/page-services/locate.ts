/** The position of the device, with the requested accuracy. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Position } from '#shared/rpc/page-services.ts';

/** Timeout of a position: longer than a cold start of the GPS, shorter than the tool's deadline. */
const locateMs = 25_000;
/** Wait for a better position after the first one, which often comes from the network. */
const improveMs = 12_000;
/** Limit for both together: the tool's deadline is 30 s. */
const exactMs = 28_000;
/** An accuracy that ends the search, in metres: what GPS reaches in a street. */
const exactMetres = 30;

/** `high`: the most accurate position within `improveMs` after the first one. `low`: the first position. */
export function locate(accuracy: 'high' | 'low'): Promise<Fallible<Position>> {
  return accuracy === 'high' ? locateExactly() : locateOnce();
}

function locateOnce(): Promise<Fallible<Position>> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(positionOf(found)),
      (error) => resolve(explain(error)),
      { enableHighAccuracy: false, timeout: locateMs, maximumAge: 60_000 },
    );
  });
}

function locateExactly(): Promise<Fallible<Position>> {
  return new Promise((resolve) => {
    let best: GeolocationPosition | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const latest = performance.now() + exactMs;
    const end = (answer: Fallible<Position>) => {
      clearTimeout(timer);
      navigator.geolocation.clearWatch(watch);
      resolve(answer);
    };
    const watch = navigator.geolocation.watchPosition(
      (found) => {
        if (!best || found.coords.accuracy < best.coords.accuracy) best = found;
        const chosen = best;
        // Deferred, because `watch` is not assigned yet if the browser calls back inside
        // `watchPosition`.
        if (chosen.coords.accuracy <= exactMetres) queueMicrotask(() => end(positionOf(chosen)));
        else {
          const wait = Math.min(improveMs, latest - performance.now());
          timer ??= setTimeout(() => end(positionOf(best ?? chosen)), wait);
        }
      },
      (error) => queueMicrotask(() => end(best ? positionOf(best) : explain(error))),
      // A cached position may have been determined without GPS.
      { enableHighAccuracy: true, timeout: locateMs, maximumAge: 0 },
    );
  });
}

function positionOf({ coords, timestamp }: GeolocationPosition): Fallible<Position> {
  const { latitude, longitude, accuracy, altitude } = coords;
  return { ok: true, value: { latitude, longitude, accuracy, altitude, at: timestamp } };
}

function explain({ code, message }: GeolocationPositionError): Fallible<Position> {
  const failure = (type: 'permission_denied' | 'timeout' | 'execution_error', text: string) =>
    ({ ok: false, error: { type, message: text } }) as const;
  if (code === GeolocationPositionError.PERMISSION_DENIED)
    return failure('permission_denied', 'The location permission was taken back.');
  if (code === GeolocationPositionError.TIMEOUT)
    return failure(
      'timeout',
      'The device found no position in time. Try again outdoors, or with low accuracy.',
    );
  return failure(
    'execution_error',
    `The device has no position right now (${message}). Location may be switched off in its settings.`,
  );
}
