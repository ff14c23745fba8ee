/** Impossible token counts are ignored in every format, so that a server cannot disable a budget. */
import { describe, expect, it } from 'vitest';
import { serverKinds } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import { replay } from '#tests/fixtures/model-servers/replay-stream.ts';

describe.each(serverKinds)('%s', (kind) => {
  const usageOf = async (count: string) => {
    const data = formats[kind].usage(count).map((each) => `data: ${each.replace(/\n\s*/g, '')}\n\n`);
    const events = await replay(await loadProvider(kind), [new TextEncoder().encode(data.join(''))]);
    return events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
  };

  it.each(['-1', '-1e300', '1e300', '1e400', '0.5', '1000000001', '"7"', 'null'])(
    'drops %s where a count should be',
    async (count) => expect(await usageOf(count)).toEqual([]),
  );

  it.each(['0', '1000000000'])('takes %s for one', async (count) => {
    const usages = await usageOf(count);
    expect(usages).toHaveLength(1);
    expect(usages[0]?.inputTokens).toBeGreaterThanOrEqual(Number(count));
  });
});
