/** Terminal colours become data; all other escape sequences are removed. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiSpans } from '#src/ui/calls/ansi-spans.ts';
import { withoutOverwritten } from '#src/ui/calls/overwritten.ts';

const esc = '\u001b';

describe('ansiSpans', () => {
  it('reads colours and decorations', () => {
    expect(ansiSpans(`plain ${esc}[1;31mred${esc}[0m ${esc}[42mon green`)).toEqual([
      { text: 'plain ', decorations: [] },
      { text: 'red', colour: 'red', decorations: ['bold'] },
      { text: ' ', decorations: [] },
      { text: 'on green', background: 'green', decorations: [] },
    ]);
    expect(ansiSpans(`${esc}[91mx`)).toMatchObject([{ colour: 'bright-red' }]);
    expect(ansiSpans(`${esc}[7mx`)).toEqual([{ text: 'x', decorations: ['reverse'] }]);
  });

  it('reads colours outside of the sixteen', () => {
    expect(ansiSpans(`${esc}[38;2;1;2;3mx`)).toMatchObject([{ style: { color: 'rgb(1, 2, 3)' } }]);
    expect(ansiSpans(`${esc}[38;5;208mx`)).toMatchObject([{ style: { color: 'rgb(255, 135, 0)' } }]);
    expect(ansiSpans(`${esc}[48;5;232mx`)).toMatchObject([{ style: { background: 'rgb(8, 8, 8)' } }]);
  });

  it('leaves out titles, links and moves of the cursor', () => {
    const text = `a${esc}]0;title\u0007b${esc}[2J${esc}[1;1Hc${esc}]8;;https://x.test${esc}\\d${esc}(B`;
    expect(
      ansiSpans(text)
        .map((span) => span.text)
        .join(''),
    ).toBe('abcd');
  });

  it('has no control character left, whatever is printed', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(esc, '[', ']', ';', '3', '8', 'm', 'K', '<', 'é', '\u0007', '\n'),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = ansiSpans(text)
          .map((span) => span.text)
          .join('');
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
      }),
    );
  });
});

describe('withoutOverwritten', () => {
  it('shows the final state of a line', () => {
    expect(withoutOverwritten('10 %\r50 %\r100 %\ndone\r\nend\r')).toBe('100 %\ndone\nend');
    expect(withoutOverwritten('as it is\n')).toBe('as it is\n');
  });
});
