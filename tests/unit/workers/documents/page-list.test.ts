import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { pageNumbers } from '#workers/documents/page-list.ts';

describe('a list of pages', () => {
  it.each([
    [undefined, [1, 2, 3, 4]],
    ['all', [1, 2, 3, 4]],
    ['3', [3]],
    ['1-2,4', [1, 2, 4]],
    ['3-', [3, 4]],
    [' 2 – 9 ', [2, 3, 4]],
    ['4,1,4', [4, 1]],
  ])('%j of four', (list, numbers) => {
    expect(pageNumbers(list, 4, 'page')).toEqual(numbers);
  });

  it.each(['0', '5', '3-2', 'two', '1;2', '-3', '1--2'])('%j is refused', (list) => {
    expect(() => pageNumbers(list, 4, 'slide')).toThrow(ToolError);
  });

  it('says how many there are', () => {
    expect(() => pageNumbers('9', 4, 'slide')).toThrow('There are 4 slides; count from 1.');
  });

  it('never names a page that does not exist', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (list, count) => {
        try {
          for (const number of pageNumbers(list, count, 'page'))
            expect(number >= 1 && number <= count).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
        }
      }),
    );
  });
});
