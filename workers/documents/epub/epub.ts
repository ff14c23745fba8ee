/** Reads an EPUB book, chapter by chapter in its reading order. */
// https://www.w3.org/TR/epub-33/
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { htmlText } from '../html-text.ts';
import { readFacts, resolvePath } from '../zip/office-package.ts';
import { openZip, type Zip } from '../zip/open-zip.ts';
import { walkXml } from '../zip/walk-xml.ts';

type Item = { path: string; type: string; fallback: string | undefined };

const chapterTypes = ['application/xhtml+xml', 'text/html', 'application/xml', ''];

/** Encryption methods that only obfuscate fonts, so the text stays readable. */
const fontMethods = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

export async function openEpub(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const { name } = context;
  const zip = await openZip(bytes, context);
  const packagePath = await findPackage(zip);
  const opf = packagePath === undefined ? undefined : await zip.text(packagePath);
  if (packagePath === undefined || opf === undefined) throw noBook(name);
  const chapters = spineOf(opf, packagePath).filter(({ path }) => zip.has(path));
  await refuseLocked(zip, chapters, name);
  if (chapters.length === 0) throw noBook(name);
  return {
    facts: readFacts(opf, { title: 'Title', creator: 'Author', language: 'Language' }),
    part: 'chapter',
    count: chapters.length,
    read: async (number) => htmlText(bookHtml((await zip.text(chapters[number - 1]?.path ?? '')) ?? '')),
  };
}

/** In a book, the content of these elements is text: notes, and the end of a letter or a quotation. */
function bookHtml(html: string): string {
  return html.replaceAll(/<(\/?)(aside|footer)\b[^<>]*>/gi, '<$1div>');
}

async function findPackage(zip: Zip): Promise<string | undefined> {
  let path: string | undefined;
  walkXml((await zip.text('META-INF/container.xml')) ?? '', {
    open(name, { 'full-path': full }) {
      if (name === 'rootfile') path ??= full;
    },
  });
  return path ?? zip.names.find((each) => each.endsWith('.opf'));
}

function spineOf(opf: string, packagePath: string): Item[] {
  const items = new Map<string, Item>();
  const order: string[] = [];
  walkXml(opf, {
    open(name, { id = '', href, idref, fallback, 'media-type': type = '' }) {
      if (name === 'item' && href !== undefined)
        items.set(id, { path: resolvePath(packagePath, href), type: type.toLowerCase(), fallback });
      if (name === 'itemref' && idref !== undefined) order.push(idref);
    },
  });
  return order.flatMap((id) => readable(items, id) ?? []);
}

/** An item of another type names one that can be read instead, which may name a further one. */
function readable(items: ReadonlyMap<string, Item>, id: string): Item | undefined {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = items.get(at)?.fallback) {
    const item = items.get(at);
    if (item && chapterTypes.includes(item.type)) return item;
    seen.add(at);
  }
  return undefined;
}

/** Rejects a book whose chapters are encrypted (DRM). */
async function refuseLocked(zip: Zip, chapters: readonly Item[], name: string): Promise<void> {
  const locked = new Set<string>();
  let isFont = false;
  walkXml((await zip.text('META-INF/encryption.xml')) ?? '', {
    open(element, { Algorithm: method, URI: uri }) {
      if (element === 'EncryptedData') isFont = false;
      if (element === 'EncryptionMethod' && method !== undefined) isFont = fontMethods.includes(method);
      if (element === 'CipherReference' && uri !== undefined && !isFont) locked.add(resolvePath('', uri));
    },
  });
  if (!chapters.some(({ path }) => locked.has(path))) return;
  throw new ToolError(
    'binary_file',
    `${name} is protected against copying (DRM) and cannot be read. Ask the user for a copy without it.`,
  );
}

function noBook(name: string): ToolError {
  return new ToolError(
    'binary_file',
    `${name} is damaged or no EPUB book: it names no chapters. Ask the user for another copy.`,
  );
}
