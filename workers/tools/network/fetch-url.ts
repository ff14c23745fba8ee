/** A tool that reads one page of the public web as Markdown, in parts. */
import { progressText } from '#shared/tools/progress-text.ts';
import { imageType } from '#shared/conversation/content.ts';
import { stripHidden } from '#workers/text/pages/strip-hidden.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { emptyBody } from '#shared/tools/tool-phrases.ts';
import type { NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import type { ToolMedia, ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { decodePage, isHtml } from '#workers/text/encoding/decode-body.ts';
import { noticeFrom } from '#shared/tools/external-tool.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import type { WebPage } from '#workers/text/pages/web-page.ts';
import { defineTool } from '../tool.ts';
import { documentIn, readFetched } from './fetched-document.ts';

export const fetchUrl = defineTool({
  name: 'fetch_url',
  title: 'Read a web page',
  description:
    'Read a page, PDF or office file of the public web as Markdown, with title, date and language; JSON and text come as they are.',
  category: 'network',
  parameters: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        description: 'The address of the page, with https:// or http://.',
      },
      method: {
        type: 'string',
        enum: ['GET', 'POST', 'HEAD'],
        default: 'GET',
        description: 'The HTTP method.',
      },
      body: { type: 'string', description: 'The request body, for POST: JSON, fields of a form, or text.' },
      links: {
        type: 'boolean',
        default: false,
        description: 'Whether to give the addresses of links and pictures in the text.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'Where to go on in a long page: the offset that the part before named.',
      },
      pages: {
        type: 'string',
        description:
          "Documents: which pages, slides, sheets or chapters, such as '3' or '1-5,8'. Defaults to all.",
      },
      as_images: {
        type: 'boolean',
        default: false,
        description:
          'PDF: the pages as pictures instead of text, for scans and drawings; name them in pages.',
      },
    },
    required: ['url'],
  },
  capabilities: ['network'],
  returns: ['page'],
  contacts: { type: 'hosts', parameters: ['url'] },
  timeoutSeconds: 30,
  publicOnly: true,
  summaryParameter: 'url',
  async execute(
    { url, method = 'GET', body, links = false, offset = 0, pages, as_images = false },
    { network, signal, progress },
  ) {
    if (body !== undefined && method !== 'POST')
      throw new ToolError('validation_error', `Parameter 'body': a ${method} request has no body. Use POST.`);
    const ask = (maxBytes: number) =>
      network.request({
        ...{ url, method, maxBytes, reader: true },
        headers: headersFor(body),
        ...(body === undefined ? {} : { body }),
      });
    const response = await ask(limits.fetchedBytes);
    const head = headOf(response, url);
    if (method === 'HEAD')
      return withFacts(response, [...head, ...response.headers.map((pair) => stripHidden(pair.join(': ')))]);
    const document = documentIn(response, typeOf(response), url);
    if (document) {
      // A response is read up to 2 MB, but a cut document is useless, so it is requested again as a whole. A
      // POST is never sent twice.
      const isCut = response.truncated && method === 'GET';
      if (isCut) progress(progressText({ type: 'long-document' }));
      const whole = isCut ? await ask(limits.documents.bytes) : response;
      const read = await readFetched(whole, document, { asked: url, pages, asImages: as_images, signal });
      if (read?.pictures) return withPictures(whole, [...head, ...read.facts], read.pictures);
      if (read) return withFacts(whole, [...head, ...read.facts, ''], partOf(stripHidden(read.text), offset));
    }
    refuseForPage(url, { pages, as_images });
    const { facts, text } = await contentOf(response, url, links);
    return withFacts(response, [...head, ...facts, ''], partOf(text, offset));
  },
});

/** Refuses the parameters that only documents support. */
function refuseForPage(url: string, asked: { pages: string | undefined; as_images: boolean }): void {
  if (asked.as_images)
    throw new ToolError(
      'validation_error',
      `Parameter 'as_images': ${url} is no PDF file, whose pages can be drawn. Read it without it.`,
    );
  if (asked.pages !== undefined)
    throw new ToolError(
      'validation_error',
      `Parameter 'pages': ${url} is no document with pages. Use offset to go on in a long page.`,
    );
}

/** `cut_at`: the character at which the next part begins. */
function withFacts({ status, body }: NetworkResponse, lines: readonly string[], part?: Part): ToolReturn {
  return {
    content: [...lines, ...(part ? [part.text] : [])].join('\n'),
    metadata: {
      http_status: String(status),
      bytes: String(body.length),
      ...(part && { characters: String(part.characters) }),
      ...(part?.end !== undefined && { cut_at: String(part.end) }),
    },
  };
}

function withPictures(
  { status, body }: NetworkResponse,
  lines: readonly string[],
  pictures: readonly ToolMedia[],
): ToolReturn {
  return {
    content: [{ type: 'text', text: lines.join('\n') }, ...pictures],
    metadata: { http_status: String(status), bytes: String(body.length) },
  };
}

/**
 * CORS safelists these headers, so they need no preflight request. The user's own languages would reveal
 * something about the user.
 */
const headersAlways = {
  Accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,application/json;q=0.9,*/*;q=0.5',
  'Accept-Language': '*',
};

function headersFor(body: string | undefined): Record<string, string> {
  if (body === undefined) return headersAlways;
  const type = isJson(body)
    ? 'application/json'
    : /^[\w.%+-]+=[^\n]*$/.test(body)
      ? 'application/x-www-form-urlencoded'
      : 'text/plain';
  return { ...headersAlways, 'Content-Type': type };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function headOf({ status, statusText, url, relay, reader }: NetworkResponse, asked: string): string[] {
  return [
    noticeFrom(new URL(url || asked).host),
    `HTTP ${status} ${statusText}`.trimEnd(),
    ...(url && url !== new URL(asked).href ? [`Final address: ${url}`] : []),
    ...(relay ? [`Fetched through the user's relay: ${relay}`] : []),
    ...(reader ? [`Read by the user's reader service: ${reader}`] : []),
  ];
}

type Content = { facts: string[]; text: string };

async function contentOf(response: NetworkResponse, asked: string, hasLinks: boolean): Promise<Content> {
  const { url, body, truncated } = response;
  const type = typeOf(response);
  if (body.length === 0) return { facts: [], text: emptyBody };
  refuseBinary(type, response, asked);
  const text = decodePage(body, type, truncated);
  const cut = truncated ? [`Only the first ${body.length / 1024 ** 2} MB of it were read.`] : [];
  if (!isHtml(type, body)) return { facts: cut, text: text.trim() === '' ? emptyBody : stripHidden(text) };
  const page = await readPage(text, url || asked, hasLinks);
  return { facts: [...factsOf(page), ...cut], text: stripHidden(page.markdown) || explainEmpty(page) };
}

function typeOf({ headers }: NetworkResponse): string {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? '';
}

function refuseBinary(type: string, { headers, body }: NetworkResponse, asked: string): void {
  if (imageType(headers))
    throw new ToolError('binary_file', `${asked} is a picture. Use http_request to see it.`);
  const isOffice = /^application\/(msword|rtf|vnd\.(ms-|oasis))/i.test(type);
  if (isOffice || (isBinary(body) && !/utf-?16|^text\//i.test(type)))
    throw new ToolError(
      'binary_file',
      `${asked} is a file that is no text (${type || 'unknown type'}). fetch_url reads pages, PDF, docx, xlsx, csv, pptx, epub, ipynb, JSON and text.`,
    );
}

/** The code that reads pages is loaded with the first page. */
async function readPage(html: string, address: string, hasLinks: boolean): Promise<WebPage> {
  const { readWebPage } = await import('#workers/text/pages/web-page.ts');
  try {
    return readWebPage(html, address, { hasLinks });
  } catch (error) {
    throw new ToolError(
      'execution_error',
      `The page could not be made readable (${messageOf(error)}). http_request gives its HTML.`,
    );
  }
}

function factsOf({ title, canonical, date, language, refersTo, frames }: WebPage): string[] {
  const facts = [
    ['Title', title],
    ['Canonical address', canonical],
    ['Date', date],
    ['Language', language],
    ['Refers its readers to', refersTo],
    ['Frames', frames.join(' ')],
  ];
  return facts.flatMap(([name, value]) => (value ? [stripHidden(`${name}: ${value}`)] : []));
}

function explainEmpty({ frames, refersTo }: WebPage): string {
  if (refersTo)
    return '(This page has no text. It refers its readers to the address above: ask for that one.)';
  if (frames.length > 0) return '(This page has no text of its own. Ask for the frames above.)';
  return '(This page has no readable text; scripts may draw it. Try another source, or http_request for its HTML.)';
}

/** `characters`: the length of the whole text. `end`: where the part ends, if it is not the last part. */
type Part = { text: string; characters: number; end?: number };

/** A part of the text, and where the next part begins. The part ends with a line if a line end is near. */
function partOf(text: string, offset: number): Part {
  const { length } = text;
  if (offset === 0 && length <= limits.fetchedCharacters)
    return { text: `Length: ${length} characters\n\n${text}`, characters: length };
  if (offset >= length)
    throw new ToolError(
      'validation_error',
      `Parameter 'offset': the page has ${length} characters, so there is nothing at ${offset}.`,
    );
  const most = offset + limits.fetchedCharacters;
  const line = text.lastIndexOf('\n', most) + 1;
  const end = most >= length ? length : line > offset + limits.fetchedCharacters / 2 ? line : most;
  const note = end < length ? ` For more, ask again with offset ${end}.` : '';
  return {
    text: `Length: ${length} characters; this is ${offset} to ${end}.${note}\n\n${text.slice(offset, end)}`,
    characters: length,
    ...(end < length && { end }),
  };
}
