/** Validates the draft of a server and converts it to a record, or returns an error code. */
import { asId } from '#shared/ids.ts';
import { findInvisible, visibleName } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import type { McpAnswer, McpError, McpErrorType } from '#shared/mcp/mcp-error.ts';
import { sourceId } from '#workers/external-tools/external-name.ts';
import { defaultSampling, type ServerRecord, type ServerSecrets } from './stored-server.ts';

export type CheckedDraft = { record: ServerRecord; secrets?: ServerSecrets };

const prefix = 'mcp';
/** UTF-16 code units. */
export const nameCharacters = 60;
/** Headers that the browser or the protocol sets, so that the user may not. */
const ownHeaders =
  /^(host|connection|content-length|cookie|origin|referer|sec-.*|proxy-.*|mcp-session-id|last-event-id)$/i;

/** `all`: the configured servers. `stored`: the stored secrets of the draft's server, if they can be read. */
export function checkServerDraft(
  draft: McpServerDraft,
  all: readonly ServerRecord[],
  stored: ServerSecrets | undefined,
  now: number,
): McpAnswer<CheckedDraft> {
  const before = all.find(({ id }) => id === draft.id);
  if (draft.id && !before) return invalid('no_server');
  const named = before ? { ok: true as const, value: before } : nameNewServer(draft.name, all);
  if (!named.ok) return named;
  const url = readUrl(draft.url);
  if (url === undefined) return invalid('bad_url');
  const badHeader = draft.headers && findBadHeader(draft.headers);
  if (badHeader !== undefined) return invalid('bad_header', badHeader);
  const secrets = newSecrets(draft, before?.url === url ? stored : undefined);
  const { id, name } = named.value;
  const record = toRecord(
    draft,
    before ?? newRecord(id, name.trim(), now, draft.enabled !== false),
    url,
    secrets,
  );
  return { ok: true, value: { record, ...(secrets ? { secrets } : {}) } };
}

function nameNewServer(
  given: string,
  all: readonly ServerRecord[],
): McpAnswer<Pick<ServerRecord, 'id' | 'name'>> {
  const name = given.trim();
  if (!isGoodName(name)) return invalid('bad_name');
  const id = asId<'server'>(sourceId(prefix, name));
  if (all.some((each) => each.id === id)) return invalid('name_taken', id);
  if (all.length >= mcpLimits.servers) return invalid('too_many_servers', `${mcpLimits.servers}`);
  return { ok: true, value: { id, name } };
}

function newRecord(id: ServerRecord['id'], name: string, created: number, enabled: boolean): ServerRecord {
  return {
    ...{ id, name, created, enabled },
    title: '',
    url: '',
    transport: 'auto',
    headers: [],
    clientId: '',
    hasClientSecret: false,
    sampling: defaultSampling,
    signIn: 'none',
  };
}

/** Applies the draft to the record; fields that the draft omits stay as they are. */
function toRecord(
  draft: McpServerDraft,
  before: ServerRecord,
  url: string,
  secrets: ServerSecrets | undefined,
): ServerRecord {
  const { title, transport, clientId, sampling } = draft;
  return {
    ...before,
    url,
    title: toTitle(title ?? before.title),
    transport: transport ?? before.transport,
    clientId: toClientId(clientId ?? before.clientId),
    sampling: sampling ?? before.sampling,
    ...(secrets
      ? { headers: Object.keys(secrets.headers), hasClientSecret: secrets.clientSecret !== '' }
      : {}),
  };
}

export function isGoodName(name: string): boolean {
  return name.trim() !== '' && name.length <= nameCharacters && findInvisible(name) === undefined;
}

/** One line, because the model reads it before every result. */
export function toTitle(text: string): string {
  return visibleName(text).slice(0, nameCharacters).toWellFormed();
}

/** Limited like a URL, because a client id may be one. */
export function toClientId(text: string): string {
  return text.trim().slice(0, mcpLimits.addressCharacters);
}

/** Undefined if the draft has no secrets, which keeps the stored ones. */
function newSecrets(
  { headers, clientSecret }: McpServerDraft,
  stored: ServerSecrets | undefined,
): ServerSecrets | undefined {
  if (headers === undefined && clientSecret === undefined) return undefined;
  return {
    headers: headers ? trimmed(headers) : (stored?.headers ?? {}),
    clientSecret: (clientSecret ?? stored?.clientSecret ?? '').trim(),
  };
}

function trimmed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.trim(), value.trim()]));
}

/**
 * The address without its fragment, which is never sent; undefined unless it is an http(s) URL without
 * credentials.
 */
export function readUrl(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password) return undefined;
  url.hash = '';
  return url.href;
}

/** The name of the first header that cannot be sent or that the user may not set. */
export function findBadHeader(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name, value]) => {
    if (ownHeaders.test(name.trim())) return true;
    try {
      return new Headers({ [name.trim()]: value.trim() }).get(name.trim()) === null;
    } catch {
      return true;
    }
  })?.[0];
}

function invalid(type: McpErrorType, detail?: string): { ok: false; error: McpError } {
  return { ok: false, error: { type, ...(detail ? { detail } : {}) } };
}
