/** The Markdown of HTML that comes out of a document. */
import { readablePage } from '#workers/text/readable-page.ts';

/** Relative links lead into the file, where nobody can follow them. */
const nowhere = 'http://document.invalid/';

/** Without the head: its title repeats the book's. */
export function htmlText(html: string): string {
  const body = html.replace(/<head\b[^]*?<\/head\s*>/i, '').replace(/<\?xml[^>]*\?>/, '');
  return readablePage(body, nowhere).replaceAll(
    /(?<!!)\[([^\][]*)\]\(http:\/\/document\.invalid\/[^()\s]*\)/g,
    '$1',
  );
}
