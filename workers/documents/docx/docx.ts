/** Reads a Word document: headings, lists, tables, links and footnotes as Markdown. */
// Before mammoth, whose parts look for it when they load.
import './set-immediate.ts';
// mammoth: maps the styles of Word to HTML. Of its parts only the reading of files is for Node, and it is replaced.
import mammoth from 'mammoth';
import type { OpenContext, OpenDocument } from '../document.ts';
import { htmlText } from '../html-text.ts';
import { coreFacts, mainPart } from '../zip/office-package.ts';
import { openZip } from '../zip/open-zip.ts';

/** The parts that mammoth unpacks with a library of its own, which has no limit. */
const readParts = /(^|\/)_rels\/|\.xml$|\.rels$/;

export async function openDocx(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const zip = await openZip(bytes, context);
  await mainPart(zip, context.name);
  for (const name of zip.names) if (readParts.test(name)) await zip.bytes(name);
  const facts = await coreFacts(zip);
  return { facts, part: 'document', count: 1, read: () => convert(bytes) };
}

async function convert(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const buffer = bytes.buffer.byteLength === bytes.byteLength ? bytes.buffer : bytes.slice().buffer;
  const { value: html } = await mammoth.convertToHtml(
    // Node's build of the library takes a buffer, the browser's an array buffer.
    { arrayBuffer: buffer, buffer: bytes } as { arrayBuffer: ArrayBuffer },
    {
      // Only the words that describe a picture, not its bytes.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      styleMap: ['comment-reference => sup'],
    },
  );
  return htmlText(html);
}
