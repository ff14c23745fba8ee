/**
 * The prompt of a chat only grows: each request begins with the one before it, in every format and on the device, while
 * memories, pictures, large results, messages that steer a run, and its last words come in. Only compaction changes what was sent.
 */
import { describe, expect, it } from 'vitest';
import { converse, measurePrefix, promptKinds } from '#tests/fixtures/worlds/long-chat.ts';

describe.each(promptKinds)('the prompt of a chat in the format %s', (kind) => {
  it('only grows', async () => {
    const { prompts, compactions, steered } = await converse(kind, {
      ...{ contextTokens: 1_000_000, summaries: true },
    });
    expect(prompts.length).toBeGreaterThanOrEqual(50);
    expect(steered).toBeGreaterThanOrEqual(5);
    const { least } = measurePrefix(prompts);
    console.log(
      `${kind}: at least ${(100 * least).toFixed(1)} % of each of ${prompts.length} requests begins the next`,
    );
    expect({ least: least >= 0.95, compactions }).toEqual({ least: true, compactions: 0 });
  });

  it.skipIf(kind === 'on-device')('only grows where the model finds tools', async () => {
    const { prompts } = await converse(kind, { contextTokens: 1_000_000, summaries: true, isShort: true });
    expect(prompts[1]).toContain('"find_tools"');
    // As it was sent, with the other tool inside.
    expect(prompts.at(-1)).toMatch(/"call_tool"[^]{1,200}look/);
    expect(measurePrefix(prompts).least).toBeGreaterThanOrEqual(0.986);
  });

  it.each([true, false])(
    'changes only where it is compacted, and rarely (summaries: %s)',
    async (summaries) => {
      const { prompts, compactions } = await converse(kind, { contextTokens: 24_000, summaries });
      const { breaks } = measurePrefix(prompts);
      expect(compactions).toBeGreaterThan(0);
      expect(compactions).toBeLessThanOrEqual(prompts.length / 8);
      expect(breaks).toBeLessThanOrEqual(compactions);
    },
  );
});
