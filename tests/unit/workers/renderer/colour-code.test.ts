/** Coloured code is a list of runs of characters, which joined give the code. */
import { describe, expect, it } from 'vitest';
import { colourCode } from '#workers/renderer/colour-code.ts';

describe('colourCode', () => {
  it.each([
    ['ts', "const name: string = 'Ada'; // a comment\n"],
    ['html', '<p class="a">&amp; <script>let a = `${1}`</script>'],
    ['markdown', '# A *b* [c](d)\n\n```js\nlet a\n```'],
    ['python', 'def f(x):\n  return f"{x!r}"'],
  ])('keeps every character of %s', (language, code) => {
    const runs = colourCode(code, language);
    expect(runs?.map(([text]) => text).join('')).toBe(code);
    expect(new Set(runs?.map(([, kind]) => kind)).size).toBeGreaterThan(1);
  });

  it('names the kind as the styles know it', () => {
    expect(colourCode('const a', 'ts')?.[0]).toEqual(['const', 'keyword']);
  });

  it('knows nothing of a language that is not registered', () =>
    expect(colourCode('a', 'nonsense')).toBeNull());
});
