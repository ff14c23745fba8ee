/**
 * Updates of the search index: debounced, retried while another tab holds the lock, ended with a warning on
 * failure.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounceUpdate } from '#workers/domains/sessions/open-search-index.ts';

describe('updates of the index of search', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are debounced', async () => {
    const update = vi.fn(async () => true);
    const soon = debounceUpdate(update);
    soon();
    await vi.advanceTimersByTimeAsync(1_999);
    soon();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledOnce();
  });

  it('are tried again until no other tab has the lock', async () => {
    const update = vi
      .fn(async () => true)
      .mockResolvedValueOnce(false)
      .mockResolvedValueOnce(false);
    debounceUpdate(update)();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledTimes(3);
  });

  it('end with a warning if the storage fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const update = vi.fn(async () => Promise.reject<boolean>(new Error('No storage.')));
    debounceUpdate(update)();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
