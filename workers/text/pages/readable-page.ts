/** Converts the readable content of a web page to Markdown, without navigation, forms and scripts. */
// @mdream/js reads HTML in one pass, without a DOM, which workers lack, and without recursion, so that deep
// nesting cannot overflow the stack. It has 27 kB gzipped; linkedom with turndown has 96 kB.
import { ELEMENT_NODE, htmlToMarkdown, type ElementNode, type MdreamOptions } from '@mdream/js';
import { inlineRuby } from './inline-ruby.ts';

/**
 * Elements that are removed. Forms stay, because some servers wrap the whole page in a form; their controls
 * are removed.
 */
const removedElements = [
  ...['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object'],
  ...['nav', 'footer', 'aside', 'button', 'input', 'select', 'textarea', 'label'],
];
const removedSelectors = ['[hidden]', '[role=navigation]', '[aria-hidden=true]'];

/** Elements without a Markdown equivalent, which would otherwise appear as tags. */
const plainTags = {
  title: { enter: 'Title: ', exit: '', spacing: [0, 2] },
  dl: { enter: '', exit: '', spacing: [2, 2] },
  dt: { enter: '', exit: '', spacing: [1, 0] },
  dd: { enter: ': ', exit: '', spacing: [1, 0] },
  details: { enter: '', exit: '', spacing: [2, 2] },
  summary: { enter: '', exit: '', spacing: [2, 2] },
} satisfies Record<string, { enter: string; exit: string; spacing: [number, number] }>;

/** Shows only the text of links and pictures. */
const withoutAddresses = { ...plainTags, a: { enter: '', exit: '' }, img: { enter: '', exit: '' } };

/** Markdown has no superscript and subscript. */
const plainSupSub = { sup: { enter: '^', exit: '' }, sub: { enter: '', exit: '' } };

/**
 * Returns '' if the page has no text. `address`: the base of relative links. `hasLinks`: whether the
 * addresses of links and pictures are shown. `hasSupSub`: whether `<sup>` and `<sub>` stay tags; otherwise
 * `^` stands before superscripts.
 */
export function readablePage(
  html: string,
  address: string,
  { hasLinks = true, hasSupSub = true } = {},
): string {
  const simple = replaceLayoutTables(inlineRuby(withoutInlineImages(closeRawTags(html))));
  try {
    const markdown = htmlToMarkdown(simple, {
      origin: baseOf(html, address),
      plugins: {
        filter: { exclude: [...removedElements, ...removedSelectors] },
        tagOverrides: { ...(hasLinks ? plainTags : withoutAddresses), ...(hasSupSub ? {} : plainSupSub) },
      },
      hooks: [skipHidden()],
      clean: { emptyLinks: true, selfLinkHeadings: true },
    });
    return markdown.trim();
  } catch {
    // The library fails on a row whose table began inside a removed element: fall back to the plain text.
    return wordsOf(simple);
  }
}

/**
 * Inline styles that hide text from people but not from programs. The library's filter knows only the usual
 * spellings of `display: none` and of elements placed outside the page. What style sheets hide cannot be
 * known without a browser.
 */
const hidingStyles = [
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)/i,
  /(?:^|;)\s*(?:opacity\s*:\s*0*(?:\.0*)?%?\s*(?:;|!|$)|font-size\s*:\s*0+(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:;|!|$))/i,
  /(?:^|;)\s*(?:text-indent|left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{3}/i,
  /(?:^|;)\s*(?:clip\s*:\s*rect\(\s*[01]|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|transform\s*:\s*scale\(\s*0\s*\))/i,
];

function isHiddenByStyle(style: string): boolean {
  if (hidingStyles.some((cloak) => cloak.test(style))) return true;
  const [colour, background] = [valueOf(style, 'color'), valueOf(style, 'background(?:-color)?')];
  return colour === 'transparent' || (colour !== undefined && colour === background);
}

/** Whether an element and its content are left out of the text of the page. */
export function isLeftOut(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const { hidden, role, style = '', 'aria-hidden': ariaHidden } = attributes;
  const isMarked = hidden !== undefined || role === 'navigation' || ariaHidden === 'true';
  if (isMarked || removedElements.includes(name)) return true;
  return style !== '' && isHiddenByStyle(style.slice(0, maxStyle));
}

function valueOf(style: string, property: string): string | undefined {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;!]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase();
}

/**
 * Only this many characters of a style are checked, because longer styles would make even a short page slow.
 */
const maxStyle = 1_000;

function skipHidden(): NonNullable<MdreamOptions['hooks']>[number] {
  const skipped = new WeakSet<object>();
  const skips = (element: ElementNode): boolean => {
    if (skipped.has(element)) return true;
    const style = element.attributes.style?.slice(0, maxStyle) ?? '';
    const isInside = element.parent ? skipped.has(element.parent) : false;
    if (!isInside && (style === '' || !isHiddenByStyle(style))) return false;
    skipped.add(element);
    return true;
  };
  return {
    excludesOverflowSubtree: skips,
    beforeNodeProcess({ node }) {
      const isSkipped =
        node.type === ELEMENT_NODE
          ? skips(node as ElementNode)
          : node.parent !== undefined && node.parent !== null && skipped.has(node.parent);
      return isSkipped ? { skip: true } : undefined;
    },
  };
}

/** All text of the page, one line per tag. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<(script|style|noscript|template|svg|iframe|object)\b[^]*?(?:<\/\1\b[^>]*>|$)/gi, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

/**
 * Browsers ignore the slash in `<script/>` and read what follows as code; the library would close the
 * element.
 */
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

type Tag = { at: number; length: number; closes: boolean };
type Table = { tags: Tag[]; isLayout: boolean };

/**
 * Replaces layout tables (tables that contain another table, and rows outside a table) by `<div>`s, because a Markdown
 * table cell cannot hold a whole page.
 */
function replaceLayoutTables(html: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, length, closes } of findLayoutTags(html)) {
    parts.push(html.slice(done, at), closes ? '</div>' : '<div>');
    done = at + length;
  }
  return parts.join('') + html.slice(done);
}

function findLayoutTags(html: string): Tag[] {
  const stray: Table = { tags: [], isLayout: true };
  const tables = [stray];
  const open: Table[] = [];
  for (const match of html.matchAll(/<(\/?)(table|thead|tbody|tfoot|tr|td|th)\b[^<>]*>/gi)) {
    const [text, slash, name = ''] = match;
    const isTable = name.toLowerCase() === 'table';
    const closes = slash === '/';
    if (isTable && !closes) {
      const around = open.at(-1);
      if (around) around.isLayout = true;
      const table = { tags: [], isLayout: false };
      tables.push(table);
      open.push(table);
    }
    (open.at(-1) ?? stray).tags.push({ at: match.index, length: text.length, closes });
    if (isTable && closes) open.pop();
  }
  const layout = tables.filter(({ isLayout }) => isLayout).flatMap(({ tags }) => tags);
  return layout.sort((a, b) => a.at - b.at);
}
