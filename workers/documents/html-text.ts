/** The Markdown of HTML that comes out of a document. */
import { readablePage } from '#workers/text/readable-page.ts';

/** Relative links lead into the file, where nobody can follow them. */
const nowhere = 'http://document.invalid/';

/** Without the head: its title repeats the book's. */
export function htmlText(html: string): string {
  const body = withoutHead(html.replace(/^\s*<\?xml[^>]*\?>/, ''));
  return readablePage(body, nowhere, { hasSupSub: false }).replaceAll(
    /(?<!!)\[([^\][]*)\]\(http:\/\/document\.invalid\/[^()\s]*\)/g,
    '$1',
  );
}

/** Two searches: one expression for both ends would take a time that grows with the square of the text. */
function withoutHead(html: string): string {
  const start = html.search(/<head\b/i);
  const end = /<\/head\s*>/gi;
  end.lastIndex = Math.max(0, start);
  return start >= 0 && end.test(html) ? html.slice(0, start) + html.slice(end.lastIndex) : html;
}
