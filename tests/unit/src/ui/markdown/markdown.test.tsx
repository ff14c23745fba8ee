/** How a text is shown before the renderer has loaded. */
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Markdown } from '#src/ui/markdown/markdown.tsx';

const shown = (text: string) => renderToString(<Markdown text={text} isLive={false} />);

it('is plain, and limited to what a browser lays out at once', () => {
  expect(shown('Some *words*.')).toBe('<p class="plain-text">Some *words*.</p>');
  expect(shown('a\n-\n'.repeat(50_000))).toBe(`<p class="plain-text">${'a\n-\n'.repeat(1_000)}</p>`);
});
