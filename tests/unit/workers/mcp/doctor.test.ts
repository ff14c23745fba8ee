/** The doctor concludes nothing from a server that is merely slow. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { examine, type DoctorPorts } from '../../../../workers/mcp/doctor.ts';

const slow: DoctorPorts['fetch'] = (_, { signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

function ports(fetch: DoctorPorts['fetch']): DoctorPorts {
  return {
    fetch,
    connect: () => Promise.reject(new Error('never asked for')),
    headers: {},
    isPrivate: async () => true,
    localNetwork: async () => 'prompt',
    online: () => true,
    origin: 'https://app.example',
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says that a server did not answer in time, and does not blame the permission for it', async () => {
  const report = examine({ url: 'http://127.0.0.1:1/mcp' }, ports(slow));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await report).findings).toContainEqual({ step: 'reach', verdict: 'problem', problem: 'timeout' });
});

it('names the permission where the browser refuses at once', async () => {
  const refuses = () => Promise.reject(new TypeError('Failed to fetch'));
  const report = await examine({ url: 'http://127.0.0.1:1/mcp' }, ports(refuses));
  expect(report.findings).toContainEqual({ step: 'reach', verdict: 'problem', problem: 'local_network' });
});
