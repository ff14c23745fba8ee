/**
 * Converts an HTML file to a page that can load nothing and send nothing: no links, no scripts, and its own
 * CSP.
 */

/**
 * The allowed elements. Not among them are those that load something (`link`, `style`, `iframe`), act on the
 * document (`meta`, `base`, `form`), or have their own parsing rules (`svg`, `math`, `noscript`, `template`,
 * `textarea`): without the latter, the serialized page is parsed as the same elements again.
 */
const elements = [
  'html head title body header main footer nav section article aside address h1 h2 h3 h4 h5 h6 hgroup p div span br wbr',
  'hr pre blockquote ul ol li dl dt dd menu figure figcaption details summary center font table caption colgroup col',
  'thead tbody tfoot tr td th a abbr b bdi bdo big cite code data del dfn em i ins kbd mark q rp rt ruby s samp small',
  'strike strong sub sup time tt u var img',
].flatMap((names) => names.split(' '));

const attributes = [
  'lang dir title id alt src href width height align valign bgcolor color border cellpadding cellspacing colspan rowspan',
  'span headers scope start reversed value type datetime open',
].flatMap((names) => names.split(' '));

/** The CSP of the frame. The app's policy applies to it as well. */
const policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-src 'none'";

/** `Document.parseHTML` of the HTML Sanitizer API, which TypeScript does not know yet. https://wicg.github.io/sanitizer-api/ */
type SafeParser = (html: string, options: { sanitizer: object }) => Document;

/**
 * Returns null if the browser cannot parse HTML safely: the file is shown as text only. `DOMParser` is no
 * alternative, because Trusted Types do not let it parse a string.
 */
export function safePage(html: string): string | null {
  const parse = Reflect.get(Document, 'parseHTML') as SafeParser | undefined;
  if (!parse) return null;
  const parsed = parse.call(Document, html, {
    sanitizer: { elements, attributes, comments: false, dataAttributes: false },
  });
  for (const element of parsed.querySelectorAll('[href], [src]')) {
    // Links to other pages are removed, because a tap would open a connection; links within the page stay.
    if (!element.getAttribute('href')?.startsWith('#')) element.removeAttribute('href');
    if (!element.getAttribute('src')?.toLowerCase().startsWith('data:image/')) element.removeAttribute('src');
  }
  const head = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return head + new XMLSerializer().serializeToString(parsed.body);
}
