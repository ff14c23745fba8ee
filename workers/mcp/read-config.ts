/**
 * Parses what users paste into server drafts: an address, an install link, or the configuration of another
 * MCP client.
 */
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../src/shared/json.ts';
import { mcpLimits } from '../../src/shared/mcp/mcp-limits.ts';
import type { McpImport, McpImportRefusal, McpProgram, McpTransport } from '../../src/shared/mcp/mcp.ts';
import { escapeInvisible } from '../../src/shared/invisible.ts';
import { fromBase64 } from '../text/base64.ts';
import { decodeUri } from '../text/decode-uri.ts';
import { findBadHeader, readUrl } from './check-draft.ts';

/** Keys under which clients store servers in their configuration files. */
const places = ['mcpServers', 'servers', 'context_servers'] as const;
const maxCharacters = 200_000;

export function readConfig(text: string): McpImport {
  const read: McpImport = { drafts: [], programs: [], refused: [] };
  const trimmed = text.trim().slice(0, maxCharacters);
  const entries = readLink(trimmed) ?? readJson(trimmed);
  if (!entries) addUrl(read, trimmed);
  // Twice the limit is enough to show that there are too many.
  for (const [name, entry] of entries?.slice(0, mcpLimits.servers * 2) ?? []) addEntry(read, name, entry);
  return read;
}

/** Parses one server entry of a client's configuration. */
export function readEntry(name: string, entry: Json): McpImport {
  const read: McpImport = { drafts: [], programs: [], refused: [] };
  addEntry(read, name, entry);
  return read;
}

type Entries = [name: string, entry: Json][];

/**
 * Parses `cursor://…/mcp/install?name=…&config=<base64>`, `vscode:mcp/install?<json>`, and the web pages that
 * redirect to them.
 */
function readLink(text: string): Entries | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/mcp\/install|install-mcp/.test(url.host + url.pathname)) return undefined;
  const name = url.searchParams.get('name') ?? '';
  const config = url.searchParams.get('config');
  if (config !== null) {
    const entry = parse(decodeText(config)) ?? parse(config);
    return entry === undefined ? undefined : [[name, entry]];
  }
  const entry = parse(decodeUri(url.search.slice(1)));
  return isJsonObject(entry) ? [[typeof entry.name === 'string' ? entry.name : name, entry]] : undefined;
}

function readJson(text: string): Entries | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const inner = isJsonObject(value.mcp) ? value.mcp : value;
  for (const place of places) {
    const servers = inner[place];
    if (isJsonObject(servers)) return Object.entries(servers);
  }
  // A single server, or a map of servers without a key around it.
  if ('url' in value || 'command' in value)
    return [[typeof value.name === 'string' ? value.name : '', value]];
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([, entry]) => isServer(entry)) ? entries : undefined;
}

function isServer(entry: Json): boolean {
  return isJsonObject(entry) && ('url' in entry || 'command' in entry || 'serverUrl' in entry);
}

function addEntry(read: McpImport, name: string, entry: Json): void {
  const refuse = (reason: McpImport['refused'][number]['reason'], detail: string) =>
    read.refused.push({
      name: escapeInvisible(name).slice(0, 100),
      reason,
      detail: escapeInvisible(detail).slice(0, 300),
    });
  if (read.drafts.length + read.programs.length >= mcpLimits.servers)
    return void refuse('too_many', `${mcpLimits.servers}`);
  if (!isJsonObject(entry)) return void refuse('no_url', '');
  const address = firstText(entry, 'url', 'serverUrl', 'httpUrl', 'endpoint');
  if (address === undefined) {
    const program = readProgram(name, entry);
    if (program) read.programs.push(program);
    else refuse('no_url', '');
    return;
  }
  const url = readUrl(address);
  if (url === undefined) return void refuse(...badAddress(address));
  const headers = readHeaders(entry);
  const bad = findBadHeader(headers);
  if (bad !== undefined) return void refuse('bad_headers', bad);
  const ownName = name.trim() || nameOf(url);
  read.drafts.push({
    name: ownName,
    url,
    transport: transportOf(entry),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  });
}

/** Invisible characters are made printable, because the user pastes the command into a terminal. */
function readProgram(name: string, { command, args, env }: JsonObject): McpProgram | undefined {
  if (typeof command !== 'string' || command.trim() === '') return undefined;
  const words = [command.trim(), ...(Array.isArray(args) ? args : [])];
  return {
    name: escapeInvisible(name.trim()).slice(0, 100),
    words: words
      .slice(0, mcpLimits.programWords)
      .flatMap((word) => (typeof word === 'string' ? [escapeInvisible(word)] : [])),
    variables: isJsonObject(env)
      ? Object.keys(env).slice(0, mcpLimits.programWords).map(escapeInvisible)
      : [],
  };
}

function addUrl(read: McpImport, text: string): void {
  const url = readUrl(schemeOf(text) + text);
  if (url !== undefined) return void read.drafts.push({ name: nameOf(url), url });
  const [reason, detail] = text.startsWith('{') ? badJson(text) : badAddress(text);
  read.refused.push({ name: '', reason, detail: escapeInvisible(detail).slice(0, 300) });
}

type Refusal = [reason: McpImportRefusal, detail: string];

/** The reason never contains a password. */
function badAddress(text: string): Refusal {
  const hasPassword = URL.canParse(text) && new URL(text).username + new URL(text).password !== '';
  return hasPassword ? ['has_password', new URL(text).host] : ['bad_url', text];
}

/** Distinguishes valid JSON without servers from invalid JSON, whose detail is the browser's message. */
function badJson(text: string): Refusal {
  try {
    JSON.parse(text);
    return ['bad_url', text];
  } catch (error) {
    return ['bad_json', error instanceof Error ? error.message : ''];
  }
}

/** The scheme to add to an address without one: http for local servers, which rarely use https. */
function schemeOf(text: string): string {
  if (/^(localhost|\[::1\]|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+)(:\d+)?(\/\S*)?$/.test(text))
    return 'http://';
  return /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && text.includes('.') ? 'https://' : '';
}

/** `https://mcp.linear.app/sse` → `linear` */
function nameOf(url: string): string {
  const labels = new URL(url).hostname.split('.').filter((label) => !['www', 'mcp', 'api'].includes(label));
  return labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '')
    ? (labels.at(-2) ?? url)
    : (labels[0] ?? url);
}

function transportOf({ type, transport }: JsonObject): McpTransport {
  const said = typeof type === 'string' ? type : typeof transport === 'string' ? transport : '';
  if (said === 'sse') return 'sse';
  return /^(http|streamable-?http)$/i.test(said) ? 'http' : 'auto';
}

function readHeaders({ headers, requestInit }: JsonObject): Record<string, string> {
  const table = headers ?? (isJsonObject(requestInit) ? requestInit.headers : undefined);
  if (!isJsonObject(table)) return {};
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

function firstText(entry: JsonObject, ...keys: string[]): string | undefined {
  return keys.map((key) => entry[key]).find((value) => typeof value === 'string');
}

/** Parses JSON, also with line comments and trailing commas, as editors allow. */
function parse(text: string): Json | undefined {
  return parseJson(text) ?? parseJson(text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1'));
}

function decodeText(base64: string): string {
  try {
    return new TextDecoder().decode(fromBase64(base64.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return '';
  }
}
