/** The fields of the server form, and the draft for the engine made of them. Pure functions. */
import type { McpServerDraft, McpServerInfo, McpTransport } from '#shared/mcp/mcp.ts';

export type ServerFields = {
  title: string;
  url: string;
  /** `Name: value`, one per line; stored values are never shown. */
  headers: string;
  forgetsHeaders: boolean;
  transport: McpTransport;
  clientId: string;
  clientSecret: string;
};

export function serverFields({ name, title, url, transport, clientId }: McpServerInfo): ServerFields {
  return {
    title: title === name ? '' : title,
    ...{ url, transport, clientId },
    headers: '',
    forgetsHeaders: false,
    clientSecret: '',
  };
}

/** Undefined if the headers cannot be parsed. Empty fields keep the stored values. */
export function serverDraft(fields: ServerFields, { id, name }: McpServerInfo): McpServerDraft | undefined {
  const headers = readHeaders(fields.headers);
  if (!headers) return undefined;
  const isChanged = fields.forgetsHeaders || Object.keys(headers).length > 0;
  const { title, url, transport, clientId, clientSecret } = fields;
  return {
    ...{ id, name, title: title.trim(), url: url.trim(), transport, clientId: clientId.trim() },
    ...(isChanged ? { headers } : {}),
    ...(clientSecret.trim() ? { clientSecret: clientSecret.trim() } : {}),
  };
}

function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(\S.*)$/.exec(line) ?? [];
    if (!name || !value) return undefined;
    headers[name] = value.trim();
  }
  return headers;
}

/** The stored headers belong to the stored address; the engine drops them when the address changes. */
export function losesHeaders({ url, headers }: ServerFields, stored: McpServerInfo): boolean {
  return stored.headers.length > 0 && url.trim() !== stored.url && headers.trim() === '';
}
