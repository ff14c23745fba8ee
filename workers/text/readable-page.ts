/** Converts the readable content of a web page to Markdown, without navigation, forms and scripts. */
// @mdream/js: reads HTML in one pass without a DOM, which workers lack, and without recursion, so that depth cannot
// overflow the stack; 27 kB gz where linkedom with turndown takes 96.
import { htmlToMarkdown } from '@mdream/js';
import { replaceLayoutTables } from './layout-tables.ts';

/** Removed elements. Forms stay, because some servers wrap the whole page in one; their controls are removed. */
const furniture = [
  ...['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object'],
  ...['nav', 'footer', 'aside', '[hidden]', '[role=navigation]', '[aria-hidden=true]'],
  ...['button', 'input', 'select', 'textarea', 'label'],
];

/** Elements without a Markdown equivalent, which would otherwise appear as tags. */
const plainTags = {
  title: { enter: 'Title: ', exit: '', spacing: [0, 2] },
  dl: { enter: '', exit: '', spacing: [2, 2] },
  dt: { enter: '', exit: '', spacing: [1, 0] },
  dd: { enter: ': ', exit: '', spacing: [1, 0] },
  details: { enter: '', exit: '', spacing: [2, 2] },
  summary: { enter: '', exit: '', spacing: [2, 2] },
} satisfies Record<string, { enter: string; exit: string; spacing: [number, number] }>;

/** '' if the page has no text. `address`: the base of relative links. */
export function readablePage(html: string, address: string): string {
  const simple = replaceLayoutTables(withoutInlineImages(closeRawTags(html)));
  try {
    const markdown = htmlToMarkdown(simple, {
      origin: baseOf(html, address),
      plugins: { filter: { exclude: furniture }, tagOverrides: plainTags },
      clean: { emptyLinks: true, selfLinkHeadings: true },
    });
    return markdown.trim();
  } catch {
    // The library fails on a row whose table began inside a removed element: fall back to the plain text.
    return wordsOf(simple);
  }
}

/** All text of the page, one line per tag. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<(script|style|noscript|template|svg|iframe|object)\b[^]*?(?:<\/\1\b[^>]*>|$)/gi, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

/** Browsers ignore the slash in `<script/>` and read what follows as code; the library would close the element. */
function closeRawTags(html: string): string {
  return html.replaceAll(/<((?:script|style|noscript|template|iframe)\b[^<>]*)\/>/gi, '<$1>');
}

/** The address that `<base href>` names, or the page's own. */
function baseOf(html: string, address: string): string {
  const named = /<base\b[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+)/i.exec(html)?.[1];
  return named && URL.canParse(named, address) ? new URL(named, address).href : address;
}

/** A `data:` image is thousands of useless characters. */
function withoutInlineImages(html: string): string {
  return html.replaceAll(/\ssrc\s*=\s*["']?data:[^"'<>\s]*/gi, ' src="');
}
