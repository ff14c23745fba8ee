import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNestedTooDeep, measureJson } from '#shared/json-size.ts';
import type { Json } from '#shared/json.ts';

const nest = (open: string, levels: number, close: string) =>
  JSON.parse(open.repeat(levels) + '1' + close.repeat(levels)) as Json;

describe('measureJson', () => {
  it.each(['[]', '{}'])('admits 64 levels of %s and not one more', (brackets) => {
    const [open, close] = brackets === '[]' ? ['[', ']'] : ['{"a":', '}'];
    expect(measureJson(nest(open, 64, close)).isTooDeep).toBe(false);
    expect(measureJson(nest(open, 65, close)).isTooDeep).toBe(true);
    expect(measureJson(nest(open, 20_000, close)).isTooDeep).toBe(true);
  });

  it('finds a single deep value in a wide one', () => {
    const wide: Json = { list: Array.from({ length: 20_000 }, () => ({})), deep: nest('[', 70, ']') };
    expect(measureJson(wide).isTooDeep).toBe(true);
  });

  it('estimates the length of the text, and never returns 0', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const { isTooDeep, characters } = measureJson(value as Json);
        expect(isTooDeep).toBe(false);
        expect(characters).toBeGreaterThan(0);
        // The estimate is too low for escapes and long numbers, and too high for commas and brackets.
        expect(characters * 8 + 24).toBeGreaterThan(JSON.stringify(value).length);
      }),
    );
  });
});

describe('isNestedTooDeep', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
    return value;
  };

  it('counts arrays and plain objects', () => {
    expect(isNestedTooDeep(nested(10), 10)).toBe(false);
    expect(isNestedTooDeep(nested(11), 10)).toBe(true);
    expect(isNestedTooDeep(nested(200_000), 500)).toBe(true);
    expect(isNestedTooDeep([new Uint8Array(5), new Map([[1, nested(20)]]), null], 2)).toBe(false);
  });

  it('ends for cyclic and shared values', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    let twice: unknown = 'x';
    for (let level = 0; level < 60; level++) twice = [twice, twice];
    expect(isNestedTooDeep(cycle, 500)).toBe(false);
    expect(isNestedTooDeep(twice, 500)).toBe(false);
  });
});
