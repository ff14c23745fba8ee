/** Converts the HTML of a document, such as a chapter of a book, to Markdown. */
import { readablePage } from '#workers/text/pages/readable-page.ts';

/**
 * The base URL of relative links. They point into the document's file, so they are removed and their text is
 * kept.
 */
const nowhere = 'http://document.invalid/';

/** Converts the body only: the title in the head repeats the title of the book. */
export function htmlText(html: string): string {
  const body = withoutHead(html.replace(/^\s*<\?xml[^>]*\?>/, ''));
  return readablePage(body, nowhere, { hasSupSub: false }).replaceAll(
    /(?<!!)\[([^\][]*)\]\(http:\/\/document\.invalid\/[^()\s]*\)/g,
    '$1',
  );
}

/** Two searches, because one regular expression for both tags would take quadratic time. */
export function withoutHead(html: string): string {
  const start = html.search(/<head\b/i);
  const end = /<\/head\s*>/gi;
  end.lastIndex = Math.max(0, start);
  return start >= 0 && end.test(html) ? html.slice(0, start) + html.slice(end.lastIndex) : html;
}
