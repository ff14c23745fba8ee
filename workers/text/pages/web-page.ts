/** Reads a web page for a model: its main text as Markdown, and the facts that it states about itself. */
import { decodeEntities } from '../decode-entities.ts';
import { mainRegion } from './page-region.ts';
import { readablePage } from './readable-page.ts';

export type WebPage = {
  title: string;
  /** The address that the page states as its own; absent if it states none, or one of another site. */
  canonical?: string;
  /** When it was published or changed, as the page states it. */
  date?: string;
  language?: string;
  markdown: string;
  /** The addresses of its frames, which are separate pages. */
  frames: string[];
  /** The address to which the page redirects its readers with a `<meta http-equiv="refresh">`. */
  refersTo?: string;
};

/** `address`: the final one, after redirects. */
export function readWebPage(html: string, address: string, options: { hasLinks: boolean }): WebPage {
  const tags = readTags(html);
  const canonical = canonicalOf(tags, address);
  const date = dateOf(tags, html);
  const language = languageOf(tags);
  const refersTo = refreshOf(tags, address);
  return {
    title: titleOf(tags, html),
    ...(canonical === undefined ? {} : { canonical }),
    ...(date === undefined ? {} : { date }),
    ...(language === undefined ? {} : { language }),
    ...(refersTo === undefined ? {} : { refersTo }),
    markdown: mainText(html, address, options),
    frames: framesOf(tags, address),
  };
}

/** A region with less text than this is not the main content of the page, even if its tag says so. */
const leastCharacters = 300;

/** The text of the only `<main>` or `<article>`; that of the whole page where there is none. */
function mainText(html: string, address: string, options: { hasLinks: boolean }): string {
  const region = mainRegion(html);
  if (region !== undefined) {
    // Relative links depend on the `<base>` in the head of the page.
    const base = /<base\b[^<>]*>/i.exec(html)?.[0] ?? '';
    const text = withoutTitle(readablePage(base + region, address, options));
    if (text.length >= leastCharacters) return text;
  }
  return withoutTitle(readablePage(html, address, options));
}

/** The title is reported separately from the text. */
function withoutTitle(markdown: string): string {
  return markdown.replace(/^Title: [^\n]*\n*/, '');
}

type Tag = { name: string; attributes: Readonly<Record<string, string>> };

/** Further tags are not read; a page with more tags only repeats them. */
const maxTags = 2_000;

/**
 * The tags that describe the page, in order. Text in scripts and comments can look like a tag; this does no
 * harm, because the result is only shown.
 */
function readTags(html: string): Tag[] {
  const tags: Tag[] = [];
  for (const [, name = '', rest = ''] of html.matchAll(/<(html|meta|link|time|frame|iframe)\b([^<>]*)/gi)) {
    tags.push({ name: name.toLowerCase(), attributes: attributesIn(rest) });
    if (tags.length >= maxTags) break;
  }
  return tags;
}

/** Only this many characters of a tag are read; a longer tag contains nothing that is shown. */
const maxAttributeCharacters = 1_000;

function attributesIn(text: string): Record<string, string> {
  const found = text
    .slice(0, maxAttributeCharacters)
    // A name must follow a separator, so that the expression tries a long word only once.
    .matchAll(/(?<=^|[\s"'/])([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g);
  return Object.fromEntries(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? '').trim(),
    ]),
  );
}

function metaOf(tags: readonly Tag[], ...names: readonly string[]): string | undefined {
  for (const wanted of names)
    for (const { name, attributes } of tags) {
      const key = attributes.property ?? attributes.name ?? attributes.itemprop ?? '';
      if (name === 'meta' && key.toLowerCase() === wanted && attributes.content) return attributes.content;
    }
  return undefined;
}

function titleOf(tags: readonly Tag[], html: string): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1] ?? '';
  const text = decodeEntities(title).replaceAll(/\s+/g, ' ').trim();
  return (text || (metaOf(tags, 'og:title', 'twitter:title') ?? '')).slice(0, 300);
}

/**
 * The stated address is accepted only within the same site, so that a page cannot pose as a page of another
 * site.
 */
function canonicalOf(tags: readonly Tag[], address: string): string | undefined {
  const link = tags.find(
    ({ name, attributes }) => name === 'link' && /(^|\s)canonical(\s|$)/i.test(attributes.rel ?? ''),
  );
  const stated = link?.attributes.href ?? metaOf(tags, 'og:url');
  if (!stated || !URL.canParse(stated, address)) return undefined;
  const [url, own] = [new URL(stated, address), new URL(address)];
  const site = (host: string) => host.replace(/^(www|m|amp)\./, '');
  const isSame = /^https?:$/.test(url.protocol) && site(url.host) === site(own.host);
  return isSame && url.href !== own.href ? url.href : undefined;
}

const dateNames = [
  ...['article:modified_time', 'og:updated_time', 'article:published_time', 'datemodified', 'datepublished'],
  ...['dc.date', 'dcterms.date', 'dc.date.issued', 'date', 'last-modified', 'citation_publication_date'],
];

/** Only the day, because the time of day is not needed. */
function dateOf(tags: readonly Tag[], html: string): string | undefined {
  const inData = /"date(?:Modified|Published)"\s*:\s*"([^"]{8,40})"/.exec(html)?.[1];
  const inText = tags.find(({ name, attributes }) => name === 'time' && attributes.datetime)?.attributes
    .datetime;
  for (const stated of [metaOf(tags, ...dateNames), inData, inText]) {
    const day = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(stated?.trim() ?? '');
    if (!day) continue;
    const [, year = '', month = '', date = ''] = day;
    if (Number(month) <= 12 && Number(date) <= 31)
      return [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-');
  }
  return undefined;
}

function languageOf(tags: readonly Tag[]): string | undefined {
  const root = tags.find(({ name, attributes }) => name === 'html' && attributes.lang);
  const stated = root?.attributes.lang ?? metaOf(tags, 'og:locale')?.replace('_', '-');
  return stated && /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(stated) ? stated : undefined;
}

function refreshOf(tags: readonly Tag[], address: string): string | undefined {
  const refresh = tags.find(
    ({ name, attributes }) => name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh',
  );
  const target = /^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"']+)/i.exec(
    refresh?.attributes.content?.slice(0, 300) ?? '',
  )?.[1];
  return webAddress(target?.trim(), address);
}

const maxFrames = 10;

function framesOf(tags: readonly Tag[], address: string): string[] {
  const addresses = tags.flatMap(({ name, attributes }) => {
    const url = name.endsWith('frame') ? webAddress(attributes.src, address) : undefined;
    return url === undefined ? [] : [url];
  });
  return [...new Set(addresses)].slice(0, maxFrames);
}

function webAddress(text: string | undefined, base: string): string | undefined {
  if (!text || !URL.canParse(text, base)) return undefined;
  const { href, protocol } = new URL(text, base);
  return /^https?:$/.test(protocol) ? href : undefined;
}
