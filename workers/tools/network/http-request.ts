/** A tool that makes one HTTP request from the browser, through the egress gate. */
import { imageType } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import { emptyBody } from '#shared/tools/tool-phrases.ts';
import type { ResultMetadata } from '#shared/tools/tool.ts';
import { shorten } from '#shared/shorten.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { decodeBody, isHtml } from '#workers/text/encoding/decode-body.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import { noticeFrom } from '#shared/tools/external-tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { defineTool } from '../tool.ts';

const unreadable =
  '(This page has no readable text; scripts may draw it. To see its HTML, ask again without readable.)';
/**
 * These headers come first, so they are cut last: those that a next request depends on, and the ids by which
 * a service finds the request in its logs.
 */
const importantHeaders = [
  /^content-type$/,
  /^retry-after$/,
  /(?:^|-)(?:request|correlation|trace)-?id$|^traceparent$|^cf-ray$/,
  /^(?:x-)?rate-?limit(?:-|$)/,
  ...[/^content-length$/, /^location$/, /^link$/, /^www-authenticate$/],
  ...[/^last-modified$/, /^etag$/, /^content-disposition$/, /^content-range$/, /^allow$/],
];

export const httpRequest = defineTool({
  name: 'http_request',
  title: 'HTTP request',
  description:
    'Make an HTTP request to a URL and return the status, the headers that browsers show and the body (up to 100 KB).',
  category: 'network',
  parameters: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        description: 'The URL to request, starting with https:// or http://.',
      },
      method: {
        type: 'string',
        enum: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'],
        default: 'GET',
        description: 'The HTTP method.',
      },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Request headers as key-value pairs.',
      },
      body: { type: 'string', description: 'The request body, for POST, PUT, PATCH and DELETE.' },
      readable: {
        type: 'boolean',
        default: false,
        description:
          'For web pages: the text as Markdown instead of HTML, without scripts, styles, navigation and footers.',
      },
    },
    required: ['url'],
  },
  capabilities: ['network'],
  returns: ['page'],
  contacts: { type: 'hosts', parameters: ['url'] },
  timeoutSeconds: 30,
  summaryParameter: 'url',
  async execute({ url, method = 'GET', headers = {}, body, readable = false }, { network }) {
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
      throw new ToolError(
        'validation_error',
        `Parameter 'body': a ${method} request has no body. Use POST, PUT, PATCH or DELETE.`,
      );
    }
    const maxBytes = readable ? limits.pageBytes : limits.httpBodyBytes;
    const request = {
      ...{ url, method, headers: withContentType(headers, body) },
      ...{ maxBytes, maxImageBytes: limits.modelImageBytes },
    };
    const response = await network.request(body === undefined ? request : { ...request, body });
    const image = imageOf(response);
    const metadata = factsOf(response, readable);
    if (image) return { content: [{ type: 'text', text: describeHead(response, url) }, image], metadata };
    const shown = await describeBody(response, url, readable);
    return { content: `${describeHead(response, url)}\n\n${shown}`, metadata };
  },
});

/** `cut_at`: the number of bytes that are shown, or that were read. */
function factsOf({ status, headers, body, truncated }: NetworkResponse, readable: boolean): ResultMetadata {
  const isWhole = readable || imageType(headers) !== undefined;
  const shown = isWhole ? body.length : Math.min(body.length, limits.httpBodyBytes);
  const isCut = truncated || shown < body.length;
  return {
    http_status: String(status),
    bytes: String(body.length),
    ...(isCut && { cut_at: String(shown) }),
  };
}

/** The type is JSON unless the caller names one, because models that name none mean JSON. */
function withContentType(headers: Record<string, string>, body: string | undefined): Record<string, string> {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return body === undefined || named ? headers : { ...headers, 'Content-Type': 'application/json' };
}

/** The body as an image, if it is a complete image. */
function imageOf({ headers, body, truncated }: NetworkResponse): ToolMedia | undefined {
  const media_type = imageType(headers);
  if (!media_type || truncated || body.length === 0) return undefined;
  return { type: 'image', media_type, data: body };
}

function describeHead(response: NetworkResponse, requested: string): string {
  const address = response.url || requested;
  const head = [
    noticeFrom(new URL(address).host),
    `HTTP ${response.status} ${response.statusText}`.trimEnd(),
  ];
  if (response.url && response.url !== new URL(requested).href) head.push(`Final address: ${response.url}`);
  if (response.relay) head.push(`Fetched through the user's relay: ${response.relay}`);
  return [...head, ...headerLines(response)].join('\n');
}

/** All headers that the browser shows to pages, the important ones first, in at most `limits.headerBytes`. */
function headerLines({ headers }: NetworkResponse): string[] {
  const rank = (name: string) => {
    const at = importantHeaders.findIndex((pattern) => pattern.test(name));
    return at < 0 ? importantHeaders.length : at;
  };
  const sorted = headers.toSorted(([one], [other]) => rank(one) - rank(other));
  const lines: string[] = [];
  let left: number = limits.headerBytes;
  for (const [name, value] of sorted) {
    const line = shorten(`${name}: ${value}`, limits.headerCharacters);
    left -= new TextEncoder().encode(line).length + 1;
    if (left < 0) return [...lines, `(${headers.length - lines.length} more headers, not shown)`];
    lines.push(line);
  }
  return lines;
}

async function describeBody(
  { url, headers, body, truncated }: NetworkResponse,
  requested: string,
  readable: boolean,
): Promise<string> {
  if (body.length === 0) return emptyBody;
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (imageType(headers)) return `(${type}, larger than ${limits.modelImageBytes / 1024 ** 2} MB, not shown)`;
  if (isBinary(body) && !/utf-?16/i.test(type)) return `(binary body, ${type || 'unknown type'}, not shown)`;
  if (readable && isHtml(type, body))
    return withNote(
      await readPage(decodeBody(body, type, truncated), url || requested),
      'Page',
      truncated,
      body,
    );
  const shown = body.subarray(0, limits.httpBodyBytes);
  const isCut = truncated || shown.length < body.length;
  return withNote(decodeBody(shown, type, isCut), 'Response', isCut, shown);
}

/** The code that reads pages is loaded with the first page. */
async function readPage(html: string, address: string): Promise<string> {
  const { readablePage } = await import('#workers/text/pages/readable-page.ts');
  try {
    return readablePage(html, address) || unreadable;
  } catch (error) {
    const reason = messageOf(error);
    throw new ToolError(
      'execution_error',
      `The page could not be made readable (${reason}). To see its HTML, ask again without readable.`,
    );
  }
}

function withNote(text: string, what: 'Page' | 'Response', isCut: boolean, { length }: Uint8Array): string {
  return isCut ? `${text}\n\n(${what} truncated. Showing the first ${length / 1024} KB.)` : text;
}
