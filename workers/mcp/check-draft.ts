/** A draft of a server, checked and put in form; what is wrong with it is a code. */
import { asId } from '#shared/ids.ts';
import { findInvisible, visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import type { McpAnswer, McpErrorType } from '#shared/mcp/mcp-error.ts';
import { sourceId } from '#workers/external-tools/external-name.ts';
import { defaultSampling, type ServerRecord, type ServerSecrets } from '#workers/domains/mcp/store.ts';

export type CheckedDraft = { record: ServerRecord; secrets?: ServerSecrets };

const nameCharacters = 60;
/** What the browser or the protocol sets itself. */
const ownHeaders =
  /^(host|connection|content-length|cookie|origin|referer|sec-.*|proxy-.*|mcp-session-id|last-event-id)$/i;

/** `before`: what is stored under the draft's id. `stored`: its secrets, where they can be read. */
export function checkServerDraft(
  draft: McpServerDraft,
  all: readonly ServerRecord[],
  stored: ServerSecrets | undefined,
  now: number,
): McpAnswer<CheckedDraft> {
  const before = all.find(({ id }) => id === draft.id);
  if (draft.id && !before) return no('no_server');
  const name = (before?.name ?? draft.name).trim();
  if (!isGoodName(name)) return no('bad_name');
  const id = before?.id ?? asId<'server'>(sourceId('mcp', name));
  if (!before && all.some((each) => each.id === id)) return no('name_taken', id);
  if (!before && all.length >= mcpLimits.servers) return no('too_many_servers', `${mcpLimits.servers}`);
  const url = readUrl(draft.url);
  if (url === undefined) return no('bad_url');
  const badHeader = draft.headers && findBadHeader(draft.headers);
  if (badHeader !== undefined) return no('bad_header', badHeader);
  const secrets = newSecrets(draft, before?.url === url ? stored : undefined);
  const shown = secrets ?? { headers: {}, clientSecret: '' };
  return {
    ok: true,
    value: {
      record: {
        id,
        name,
        title: toTitle(draft.title ?? before?.title ?? ''),
        url,
        transport: draft.transport ?? before?.transport ?? 'auto',
        enabled: before?.enabled ?? true,
        headers: secrets ? Object.keys(shown.headers) : (before?.headers ?? []),
        clientId: toClientId(draft.clientId ?? before?.clientId ?? ''),
        hasClientSecret: secrets ? shown.clientSecret !== '' : (before?.hasClientSecret ?? false),
        sampling: draft.sampling ?? before?.sampling ?? defaultSampling,
        signIn: before?.signIn ?? 'none',
        created: before?.created ?? now,
      },
      ...(secrets ? { secrets } : {}),
    },
  };
}

export function isGoodName(name: string): boolean {
  return name.trim() !== '' && name.length <= nameCharacters && findInvisible(name) === undefined;
}

/** One line: the model reads it before every result. */
export function toTitle(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim().slice(0, nameCharacters).toWellFormed();
}

/** It may be an address. */
export function toClientId(text: string): string {
  return text.trim().slice(0, mcpLimits.addressCharacters);
}

/** Absent where nothing of them is said. */
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

/** Without its fragment, which is never sent. */
export function readUrl(text: string): string | undefined {
  const trimmedText = text.trim();
  if (!URL.canParse(trimmedText)) return undefined;
  const url = new URL(trimmedText);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password) return undefined;
  url.hash = '';
  return url.href;
}

/** The name of one that cannot be sent, or that is not the user's to set. */
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

function no(
  type: McpErrorType,
  detail?: string,
): { ok: false; error: { type: McpErrorType; detail?: string } } {
  return { ok: false, error: { type, ...(detail ? { detail } : {}) } };
}
