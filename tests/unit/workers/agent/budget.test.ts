import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSpent } from '#shared/runs/spent.ts';
import { overBudget, spentOn } from '#workers/agent/budget.ts';
import { message } from '#tests/fixtures/worlds/messages.ts';

describe('what was spent', () => {
  it('never shrinks and stays a number, whatever is added', () => {
    const amount = fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true });
    fc.assert(
      fc.property(amount, fc.double(), fc.double(), (before, tokens, cost) => {
        const sum = addSpent({ tokens: before, cost: before }, { tokens, cost });
        expect(sum.tokens).toBeGreaterThanOrEqual(before);
        expect(sum.cost).toBeGreaterThanOrEqual(before);
        expect(Number.isFinite(sum.tokens + sum.cost)).toBe(true);
      }),
    );
  });

  it('ends a run at its budget though one reply of it reported nonsense', () => {
    const usages = [1_000, -1e300, NaN, Infinity].map((inputTokens) => ({ inputTokens, outputTokens: 0 }));
    const spent = spentOn(
      usages.map((usage, at) => message(`m${at}`, 'assistant', [], { usage, cost: NaN })),
    );
    expect(spent).toEqual({ tokens: 1_000, cost: 0 });
    expect(overBudget(spent, spent, { run: { tokens: 1_000 }, day: {} })).toMatchObject({
      limit: 'run-tokens',
    });
  });
});
