/** Makes `vi.waitFor` wait for ten seconds: its own limit of one second is too short on a busy machine. */
import { vi } from 'vitest';

const maxMs = 10_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: maxMs, ...options });
