/** The fields of a budget: an empty field means no limit, and an invalid number is reported. */
import { describe, expect, it } from 'vitest';
import { budgetFault, budgetFields, budgetOf } from '#src/ui/kit/form/budget-fields.ts';

describe('the fields of a budget', () => {
  it('give the same budget back', () => {
    for (const budget of [{}, { tokens: 1_000 }, { cost: 2.5 }, { tokens: 1, cost: 0.01 }]) {
      expect(budgetFault(budgetFields(budget))).toBeNull();
      expect(budgetOf(budgetFields(budget))).toEqual(budget);
    }
  });

  it('take a comma for a point', () => {
    expect(budgetFault({ tokens: '', cost: '2,50' })).toBeNull();
    expect(budgetOf({ tokens: ' ', cost: ' 2,50 ' })).toEqual({ cost: 2.5 });
  });

  it.each(['0', '-1', '1.5', 'many', '1e9'])('say that %s is no number of tokens', (tokens) =>
    expect(budgetFault({ tokens, cost: '' })).toBe('tokens'),
  );

  it.each(['0', '-1', '0.00', '1.2.3', '$5'])('say that %s is no amount', (cost) =>
    expect(budgetFault({ tokens: '', cost })).toBe('cost'),
  );
});
