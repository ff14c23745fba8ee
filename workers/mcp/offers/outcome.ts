/**
 * Converts a server's response to a tool outcome: text, images and files, marked as data from outside the
 * app.
 */
import { canonicalJson } from '#shared/canonical-json.ts';
import { imageTypes, type TextBlock } from '#shared/conversation/content.ts';
import { escapeInvisible, visibleText } from '#shared/invisible.ts';
import type { Json } from '#shared/json.ts';
import { pictureType } from '#shared/images/picture-type.ts';
import * as limits from '#shared/limits.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { fromBase64 } from '#workers/text/base64.ts';
import { noticeFrom } from '#shared/tools/external-tool.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import type { CallToolResult, ReadResourceResult } from '../connection/link.ts';
import { parseJson } from '../connection/repair/repair-fields.ts';
import type { Redactor } from '../redact-secrets.ts';

type Block = TextBlock | ToolMedia;

/** The notice that precedes all text of a server that a model reads. */
function mark(server: string): string {
  return noticeFrom(`the server "${server}"`);
}

/** Removes secrets from error texts and from the texts of results. */
type Redact = Pick<Redactor, 'redact' | 'redactResult'>;

export function toOutcome(server: string, result: CallToolResult, redactor: Redact): ToolOutcome {
  const blocks = result.content.map(toBlock);
  const { structuredContent } = result;
  if (structuredContent !== undefined && !repeats(blocks, structuredContent))
    blocks.push({ type: 'text', text: visibleText(JSON.stringify(structuredContent, null, 2)) });
  return finish(server, blocks, result.isError === true, redactor);
}

/** Servers should repeat structured content as text; some send only a summary or nothing. */
function repeats(blocks: readonly Block[], structuredContent: unknown): boolean {
  const wanted = canonicalJson(structuredContent as Json);
  return textsIn(blocks).some((text) => {
    const value = parseJson(text);
    return value !== undefined && canonicalJson(value) === wanted;
  });
}

export function toResourceOutcome(
  server: string,
  { contents }: ReadResourceResult,
  redactor: Redact,
): ToolOutcome {
  return finish(server, contents.map(resourceBlock), false, redactor);
}

function finish(
  server: string,
  found: Block[],
  isError: boolean,
  { redact, redactResult }: Redact,
): ToolOutcome {
  if (isError) {
    const said = redact(textsIn(found).join('\n')) || 'no reason was given';
    const message = `${mark(server)} The tool failed: ${said}`.slice(0, limits.errorCharacters);
    return { type: 'error', errorType: 'execution_error', message };
  }
  const blocks = found.map((block) => cutBlock(block, redactResult));
  const media = blocks.filter((block) => block.type !== 'text');
  if (media.length === 0) return { type: 'success', result: [mark(server), ...textsIn(blocks)].join('\n\n') };
  return { type: 'success', result: [{ type: 'text', text: mark(server) }, ...blocks] };
}

function cutBlock(block: Block, cut: (text: string) => string): Block {
  if (block.type === 'text') return { ...block, text: cut(block.text) };
  const { name, media_type, data } = block;
  return {
    ...block,
    media_type: cut(media_type),
    data: cutText(data, cut),
    ...(name && { name: cut(name) }),
  };
}

/**
 * Removes secrets from any file that is valid UTF-8, whatever its type, because a model may read it; other
 * bytes stay unchanged.
 */
export function cutText(
  bytes: Uint8Array<ArrayBuffer>,
  cut: (text: string) => string,
): Uint8Array<ArrayBuffer> {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const rest = cut(text);
  return rest === text ? bytes : new TextEncoder().encode(rest);
}

function textsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function toBlock(content: CallToolResult['content'][number]): Block {
  switch (content.type) {
    case 'text':
      return textBlock(content.text);
    case 'image':
    case 'audio':
      return mediaBlock(content.data, content.mimeType);
    case 'resource':
      return resourceBlock(content.resource);
    case 'resource_link':
      return textBlock(`[Link to the resource ${linkWords(content)}]`);
  }
}

function linkWords({
  uri,
  name,
  description,
}: CallToolResult['content'][number] & { type: 'resource_link' }): string {
  const address = shownAddress(uri);
  return `${name && name !== uri ? `"${name}" at ${address}` : address}${description ? `: ${description}` : ''}`;
}

function resourceBlock(resource: ReadResourceResult['contents'][number]): Block {
  if ('text' in resource) return textBlock(`[Resource ${shownAddress(resource.uri)}]\n${resource.text}`);
  return mediaBlock(resource.blob, resource.mimeType ?? 'application/octet-stream', nameIn(resource.uri));
}

function textBlock(text: string): TextBlock {
  return { type: 'text', text: visibleText(text) };
}

function mediaBlock(data: string, mediaType: string, name?: string): Block {
  const bytes = decode(data);
  const type = shownType(mediaType);
  if (!bytes) return textBlock(`[${type}: the server sent invalid base64]`);
  const picture = pictureType(bytes);
  // What is called a picture and is none must not be sent to a model as one.
  const other = imageTypes.includes(type) ? 'application/octet-stream' : type;
  return {
    type: picture ? 'image' : 'file',
    media_type: picture ?? other,
    data: bytes,
    ...(name ? { name } : {}),
  };
}

export function decode(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(data);
  } catch {
    return undefined;
  }
}

/** The address with invisible characters in printable form, so that it cannot imitate another one. */
export function shownAddress(uri: string): string {
  return escapeInvisible(uri.slice(0, mcpLimits.addressCharacters));
}

/** The media type that the server states, cleaned. */
export function shownType(mediaType: string): string {
  return visibleText(mediaType).slice(0, mcpLimits.typeCharacters);
}

/** The last segment of an address, if it may be a file name. */
export function nameIn(uri: string): string | undefined {
  const last = visibleText(uri)
    .split(/[/\\?#]/)
    .filter(Boolean)
    .at(-1);
  return last && last.length <= 100 && !last.includes(':') ? last : undefined;
}

/** Converts a failure to an error for the model: what is wrong, and what to do about it. */
export function toFailure(server: string, error: McpError): ToolOutcome {
  return {
    type: 'error',
    errorType: errorTypes[error.type] ?? 'execution_error',
    message: toText(server, error),
  };
}

const errorTypes: Partial<Record<McpError['type'], ToolErrorType>> = {
  offline: 'network_error',
  unreachable: 'network_error',
  cors: 'network_error',
  session_not_exposed: 'network_error',
  mixed_content: 'network_error',
  local_network: 'network_error',
  redirected: 'network_error',
  server_error: 'network_error',
  rate_limit: 'network_error',
  wrong_path: 'network_error',
  silent: 'timeout',
  timeout: 'timeout',
  cancelled: 'cancelled',
  needs_sign_in: 'permission_denied',
  forbidden: 'permission_denied',
  locked: 'permission_denied',
  switched_off: 'tool_not_available',
  no_server: 'tool_not_available',
  not_offered: 'tool_not_available',
};

function toText(server: string, { type, detail, status }: McpError): string {
  const who = `The server "${server}"`;
  const code = status === undefined ? '' : ` (${status})`;
  const words = quote(detail);
  // Without an HTTP response, the message is the browser's, not the server's.
  const said = status === undefined || !words ? '' : ` ${mark(server)} It said: "${words}"`;
  switch (type) {
    case 'refused':
      return `${mark(server)} It refused the request: ${words || 'no reason was given'}`;
    case 'needs_sign_in':
      return `${who} wants the user to sign in first. Ask them to do so in Settings, Servers.`;
    case 'locked':
      return `${who} needs a key that is locked. Ask the user to unlock the keys in Settings.`;
    case 'message_too_large':
    case 'stream_too_large':
    case 'too_many_events':
      return `${who} sent more than the limit (${type.replaceAll('_', ' ')}), so the connection was closed. Request less at once.`;
    case 'timeout':
    case 'silent':
      return `${who} did not answer in time. Try again, or request less at once.`;
    case 'unreachable':
    case 'offline':
      return `${who} cannot be reached${code}. Whether it did anything is unknown. Try again later.${said}`;
    default:
      return `${who} cannot be used: ${type.replaceAll('_', ' ')}${code}.${said}`;
  }
}

/** One line, because a line break could make the quotation look like another speaker. */
function quote(words = ''): string {
  return visibleText(words).replace(/\s+/g, ' ').trim().slice(0, mcpLimits.quoteCharacters).toWellFormed();
}
