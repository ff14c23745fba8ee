/** The offer of a new version: when it is shown, and that it is still available after it was dismissed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpdate } from '#src/state/update.ts';

let held: { name: string }[] = [];
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  held = [];
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the offer of a new version', () => {
  it('waits for the end of every run', async () => {
    held = [{ name: 'oneclaw-run-1' }];
    const update = createUpdate();
    update.ready(() => {});
    await settle();
    expect(update.offer.value).toBeNull();
    expect(update.available.value).toBeNull();
    held = [];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(update.offer.value?.kind).toBe('ready');
  });

  it('stays available when the banner was dismissed', async () => {
    const update = createUpdate();
    const apply = vi.fn();
    update.ready(apply);
    await settle();
    update.dismiss();
    expect(update.offer.value).toBeNull();
    update.available.value?.apply();
    expect(apply).toHaveBeenCalledTimes(1);
  });

  it('is repeated when another tab accepted the new version, and reloads nothing by itself', async () => {
    const update = createUpdate();
    const reload = vi.fn();
    update.ready(() => {});
    update.dismiss();
    update.replaced(reload);
    await settle();
    expect(update.offer.value?.kind).toBe('replaced');
    expect(reload).not.toHaveBeenCalled();
  });
});
