/** The Markdown of HTML that comes out of a document. */
import { readablePage } from '#workers/text/readable-page.ts';

/** Relative links lead into the file, where nobody can follow them. */
const nowhere = 'http://document.invalid/';

/** Without the head: its title repeats the book's. */
export function htmlText(html: string): string {
  const body = html.replace(/<head\b[^]*?<\/head\s*>/i, '').replace(/<\?xml[^>]*\?>/, '');
  return plainScripts(
    readablePage(body, nowhere).replaceAll(
      /(?<!!)\[([^\][]*)\]\(http:\/\/document\.invalid\/[^()\s]*\)/g,
      '$1',
    ),
  );
}

/** Markdown has no super- and subscript: `<sup>` would be shown as it is. A note's number loses its link into the file. */
function plainScripts(markdown: string): string {
  return markdown
    .replaceAll(/<sup>\[\\?\[?([^\][\\<]{1,20})\\?\]?\]\(#[^()\s]*\)<\/sup>/g, '[$1]')
    .replaceAll(/<sup>\\?\[([^\][\\<]{1,20})\\?\]<\/sup>/g, '[$1]')
    .replaceAll(/<sup>([^<]{1,80})<\/sup>/g, '^$1')
    .replaceAll(/<sub>([^<]{1,80})<\/sub>/g, '$1');
}
