/** Reads a Word document: headings, lists, tables, links, notes, headers and footers as Markdown. */
// Must be imported before mammoth: its dependencies look for `setImmediate` when they load.
import './set-immediate.ts';
// mammoth maps the styles of Word to HTML. Only its file access is specific to Node; the `browser` field of
// its package replaces that.
import mammoth from 'mammoth';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { OpenContext, OpenDocument } from '../document.ts';
import { readChart } from '../pptx/chart.ts';
import { htmlText, withoutHead } from '../html-text.ts';
import { coreFacts, mainPart, relationIds, relationsOf, type Relation } from '../zip/office-package.ts';
import { openZip, type Zip } from '../zip/open-zip.ts';
import { listLabels, type ListLabels } from './list-labels.ts';
import { escapeXml, resolveMarks } from './marks.ts';
import { rewritePart } from './rewrite-part.ts';

const textParts = /(^|\/)_rels\/|\.xml$|\.rels$/;
/** Types of relations that lead to more text of the document, whatever the file name of the target is. */
const textRelations = ['comments', 'endnotes', 'footnotes', 'numbering', 'styles'];
const rewrittenRelations = ['comments', 'endnotes', 'footnotes'];
/** Each section may have three headers and three footers; most repeat. */
const maxEdges = 60;

export async function openDocx(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const zip = await openZip(bytes, context);
  const main = await mainPart(zip, context.name);
  const relations = await relationsOf(zip, main);
  const textAt = async (type: string) => {
    const path = relations.find((each) => each.type === type)?.target;
    return (path === undefined ? undefined : await zip.text(path)) ?? '';
  };
  const labels = listLabels(await textAt('numbering'), await textAt('styles'));
  const content = await unpackedCopy(zip, main, relations, labels);
  const chunks = await embeddedTexts(zip, relations);
  const charts = await Promise.all(
    relations
      .filter(({ type }) => type === 'chart')
      .map(async ({ target }) => readChart((await zip.text(target)) ?? '')),
  );
  const header = await edges(zip, relations, 'header');
  const footer = await edges(zip, relations, 'footer');
  return {
    facts: await coreFacts(zip),
    part: 'document',
    count: 1,
    read: async () =>
      [...header, await convert(content, chunks), ...charts, ...footer].filter(Boolean).join('\n\n'),
  };
}

/**
 * A zip that contains only the text parts, as `openZip` unpacked them and `rewritePart` changed them. mammoth
 * unpacks with JSZip, which has no size limit, follows relations to any file, and chooses another file than
 * `openZip` where two have the same name.
 */
async function unpackedCopy(
  zip: Zip,
  main: string,
  relations: readonly Relation[],
  labels: ListLabels,
): Promise<ArrayBuffer> {
  const related = relations.filter(({ type }) => textRelations.includes(type));
  const wanted = new Set([main, ...related.map(({ target }) => target)]);
  const rewritten = new Set([
    main,
    ...related.filter(({ type }) => rewrittenRelations.includes(type)).map(({ target }) => target),
  ]);
  const parts = new Map<string, Uint8Array>();
  for (const name of zip.names) {
    if (!textParts.test(name) && !wanted.has(name)) continue;
    const part = rewritten.has(name) ? await rewrittenPart(zip, name, labels) : await zip.bytes(name);
    if (part) parts.set(name, part);
  }
  return zipParts(parts);
}

async function rewrittenPart(zip: Zip, path: string, labels: ListLabels): Promise<Uint8Array> {
  const ids = await relationIds(zip, path);
  const xml = rewritePart((await zip.text(path)) ?? '', { labels, hasRelation: (id) => ids.has(id) });
  return new TextEncoder().encode(xml);
}

async function zipParts(parts: ReadonlyMap<string, Uint8Array>): Promise<ArrayBuffer> {
  const writer = new ZipWriter(new BlobWriter(), { level: 0 });
  for (const [name, part] of parts) await writer.add(name, new Uint8ArrayReader(part));
  return (await writer.close()).arrayBuffer();
}

/** The texts of the headers or footers of the pages, each once; page numbers alone are omitted. */
async function edges(zip: Zip, relations: readonly Relation[], type: 'header' | 'footer'): Promise<string[]> {
  const paths = relations.filter((each) => each.type === type).map(({ target }) => target);
  const found = new Set<string>();
  for (const path of paths.slice(0, maxEdges)) {
    if (!zip.has(path)) continue;
    const cut = path.lastIndexOf('/') + 1;
    const parts = new Map<string, Uint8Array>([
      ['_rels/.rels', new TextEncoder().encode(rootRelation)],
      ['word/document.xml', await rewrittenPart(zip, path, listLabels('', ''))],
    ]);
    const links = await zip.bytes(`${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`);
    if (links) parts.set('word/_rels/document.xml.rels', links);
    const text = await convert(await zipParts(parts), new Map());
    if (/\p{L}/u.test(text)) found.add(text);
  }
  const title = type === 'header' ? 'Header' : 'Footer';
  return [...found].map((text) => `${title}: ${text}`);
}

const rootRelation =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

/** HTML and plain text that the document embeds, by the id of their relation. Archives inside are not opened. */
async function embeddedTexts(zip: Zip, relations: readonly Relation[]): Promise<Map<string, string>> {
  const chunks = new Map<string, string>();
  for (const { id, type, target } of relations) {
    if (type !== 'aFChunk') continue;
    const text = /\.(x?html?|txt)$/i.test(target) ? await zip.text(target) : undefined;
    const isPlain = /\.txt$/i.test(target);
    chunks.set(
      id,
      text === undefined
        ? `<p>(An embedded document is not read: ${escapeXml(target)})</p>`
        : isPlain
          ? `<pre>${escapeXml(text)}</pre>`
          : withoutHead(text),
    );
  }
  return chunks;
}

async function convert(content: ArrayBuffer, chunks: ReadonlyMap<string, string>): Promise<string> {
  const { value: html } = await mammoth.convertToHtml(
    // Node's build of the library takes a buffer, the browser's an array buffer.
    { arrayBuffer: content, buffer: new Uint8Array(content) } as { arrayBuffer: ArrayBuffer },
    {
      // Keeps the alternative text of a picture and drops its bytes.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      styleMap: ['comment-reference => sup'],
    },
  );
  return htmlText(resolveMarks(html, chunks));
}
