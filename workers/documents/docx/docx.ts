/** Reads a Word document: headings, lists, tables, links and footnotes as Markdown. */
// Must be imported before mammoth: its dependencies look for `setImmediate` when they load.
import './set-immediate.ts';
// mammoth maps the styles of Word to HTML. Only its file access is specific to Node; the `browser` field of
// its package replaces that.
import mammoth from 'mammoth';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { OpenContext, OpenDocument } from '../document.ts';
import { htmlText } from '../html-text.ts';
import { coreFacts, mainPart, relationsOf } from '../zip/office-package.ts';
import { openZip, type Zip } from '../zip/open-zip.ts';

const textParts = /(^|\/)_rels\/|\.xml$|\.rels$/;
/** Types of relations that lead to more text of the document, whatever the file name of the target is. */
const textRelations = ['comments', 'endnotes', 'footnotes', 'numbering', 'styles'];

export async function openDocx(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const zip = await openZip(bytes, context);
  const main = await mainPart(zip, context.name);
  const content = await unpackedCopy(zip, main);
  const facts = await coreFacts(zip);
  return { facts, part: 'document', count: 1, read: () => convert(content) };
}

/**
 * A zip that contains only the text parts, as `openZip` unpacked them. mammoth unpacks with JSZip, which has
 * no size limit, follows relations to any file, and chooses another file than `openZip` where two have the
 * same name.
 */
async function unpackedCopy(zip: Zip, main: string): Promise<ArrayBuffer> {
  const related = (await relationsOf(zip, main)).filter(({ type }) => textRelations.includes(type));
  const wanted = new Set([main, ...related.map(({ target }) => target)]);
  const writer = new ZipWriter(new BlobWriter(), { level: 0 });
  for (const name of zip.names) {
    const part = textParts.test(name) || wanted.has(name) ? await zip.bytes(name) : undefined;
    if (part) await writer.add(name, new Uint8ArrayReader(part));
  }
  return (await writer.close()).arrayBuffer();
}

async function convert(content: ArrayBuffer): Promise<string> {
  const { value: html } = await mammoth.convertToHtml(
    // Node's build of the library takes a buffer, the browser's an array buffer.
    { arrayBuffer: content, buffer: new Uint8Array(content) } as { arrayBuffer: ArrayBuffer },
    {
      // Keeps the alternative text of a picture and drops its bytes.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      styleMap: ['comment-reference => sup'],
    },
  );
  return htmlText(html);
}
