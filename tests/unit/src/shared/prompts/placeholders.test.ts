/** Placeholders of saved prompts: which text counts as one, and that filling them changes nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders, placeholdersIn } from '#shared/prompts/placeholders.ts';

const name = fc.stringMatching(/^[a-z0-9ä語]([a-z0-9 _-]{0,10}[a-z0-9])?$/);
const plain = fc.string().map((text) => text.replaceAll(/[{}]/g, ''));
const parts = fc.array(
  fc.oneof(
    plain,
    name.map((each) => `{${each}}`),
  ),
);

describe('placeholders', () => {
  it.each([
    ['Translate {text} into {language}, {text} only', ['text', 'language']],
    ['{ "a": 1 } {} {{x}} ${y}', ['x', 'y']],
    ['{Ziel gruppe} {主题} {विषय}', ['Ziel gruppe', '主题', 'विषय']],
    ['{a\nb} { a} {a } {a.b}', []],
  ])('of %j are %j', (text, names) => {
    expect(placeholdersIn(text)).toEqual(names);
  });

  it('stay as they are without values', () => {
    fc.assert(
      fc.property(parts, (all) => {
        expect(fillPlaceholders(all.join(''), new Map())).toBe(all.join(''));
      }),
    );
  });

  it('are all replaced, and values are not searched for further ones', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const text = all.join('');
        const names = placeholdersIn(text);
        const filled = fillPlaceholders(text, new Map(names.map((each) => [each, `<$&${each}>`])));
        expect(placeholdersIn(filled)).toEqual([]);
        // Reversing the replacement must give the original text.
        expect(filled.replaceAll(/<\$&([^<>]*)>/g, '{$1}')).toBe(text.replaceAll(/<\$&([^<>]*)>/g, '{$1}'));
        const nested = fillPlaceholders(
          '{a} {b}',
          new Map([
            ['a', '{b}'],
            ['b', 'c'],
          ]),
        );
        expect(nested).toBe('{b} c');
      }),
    );
  });
});
