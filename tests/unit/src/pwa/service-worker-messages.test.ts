/** The page answers the service worker after the engine has checked for due tasks and alarms. */
import { afterEach, expect, it, vi } from 'vitest';
import { followServiceWorker } from '#src/pwa/service-worker-messages.ts';

afterEach(() => void vi.unstubAllGlobals());

it('answers after the engine has checked, and not if that failed', async () => {
  const serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const log: string[] = [];
  const port: unknown = { postMessage: () => log.push('answered') };
  const ask = () =>
    serviceWorker.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: 'CHECK' }, ports: [port] }),
    );
  let looked = Promise.resolve();
  followServiceWorker(() => (log.push('looks'), looked));
  ask();
  await vi.waitFor(() => expect(log).toEqual(['looks', 'answered']));
  looked = Promise.reject(new Error('No engine.'));
  ask();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(log).toEqual(['looks', 'answered', 'looks']);
  warn.mockRestore();
});
