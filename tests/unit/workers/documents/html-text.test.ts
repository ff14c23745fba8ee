/** Converting the HTML in documents to Markdown. */
import { expect, it } from 'vitest';
import { htmlText } from '#workers/documents/html-text.ts';

it('writes notes, powers and indices without tags', () => {
  const note = '<sup><a href="#f1">[1]</a></sup>';
  const html = `<p>H<sub>2</sub>O${note}, plain<sup>[2]</sup>, mc<sup>2</sup>.</p><ol><li id="f1">Note</li></ol>`;
  expect(htmlText(html)).toBe('H2O^ [\\[1\\]](#f1), plain^\\[2], mc^2.\n\n1. Note');
});

it('leaves code and escaped tags as they are', () => {
  expect(htmlText('<pre>x &lt;sup&gt;2&lt;/sup&gt;</pre>')).toContain('x <sup>2</sup>');
});

it.each(['<head ', '<?xml '])('reads %s without end in a time that grows with it', (part) => {
  const html = part.repeat(200_000);
  expect(htmlText(`${html}<p>End</p>`)).toBeTypeOf('string');
});
