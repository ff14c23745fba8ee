/** Setting the clock back during a stream or a call affects neither of them. */
import { expect, it } from 'vitest';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { showProgress } from '#workers/mcp/call-tool.ts';
import { meterEvents } from '#workers/mcp/connection/stream-meter.ts';

it('counts no event that did not come', () => {
  let now = 1_000_000;
  const meter = meterEvents(() => now);
  const event = new TextEncoder().encode('data: 1\n\n');
  expect(meter(event)).toBeUndefined();
  now -= 10_000;
  expect(meter(event)).toBeUndefined();
});

it('shows progress at once, and then as often as before', () => {
  let now = 1_000_000;
  const shown: string[] = [];
  const show = showProgress(
    (text) => shown.push(text),
    () => now,
  );
  show({ progress: 1 });
  now -= 10_000;
  show({ progress: 2 });
  show({ progress: 3 });
  now += mcpLimits.progressMs;
  show({ progress: 4 });
  expect(shown).toEqual(['1', '2', '4']);
});
