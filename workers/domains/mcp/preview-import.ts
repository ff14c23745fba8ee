/** Checks which servers of another client's file can be added, by the rules of the form; stores nothing. */
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import type { McpImportRefusal, McpServerDraft } from '#shared/mcp/mcp.ts';
import type { McpErrorType } from '#shared/mcp/mcp-error.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { checkServerDraft, nameCharacters } from '#workers/mcp/check-draft.ts';
import { readEntry } from '#workers/mcp/read-config.ts';
import type { ServerRecord } from '#workers/mcp/stored-server.ts';

/** `known`: a server with this address is stored already, or came earlier in the file. */
type Refusal = McpImportRefusal | 'known';

export type ServersPreview = {
  /** Switched off: they do nothing before the user switches them on. */
  drafts: McpServerDraft[];
  /** `at`: the index in `entries`. */
  refused: { at: number; reason: Refusal }[];
  /** How many more were not read, because there are too many. */
  more: number;
};

/** The most entries that are read: as many as `readConfig` reads of a configuration. */
const maxRead = 2 * mcpLimits.servers;

/** How many numbers are tried for servers whose names give the same prefix of tools: `Docs`, `Docs 2`, … */
const mostAlike = mcpLimits.servers + 1;

export function previewServers(entries: readonly Json[], here: readonly ServerRecord[]): ServersPreview {
  const preview: ServersPreview = { drafts: [], refused: [], more: Math.max(0, entries.length - maxRead) };
  const all = [...here];
  for (const [at, entry] of entries.slice(0, maxRead).entries()) {
    const read = readServer(entry, all);
    if (typeof read === 'string') {
      preview.refused.push({ at, reason: read });
      continue;
    }
    preview.drafts.push(read.draft);
    all.push(read.record);
  }
  return preview;
}

type Good = { draft: McpServerDraft; record: ServerRecord };

function readServer(entry: Json, all: readonly ServerRecord[]): Good | Refusal {
  if (all.length >= mcpLimits.servers) return 'too_many';
  const given = isJsonObject(entry) && typeof entry.name === 'string' ? entry.name : '';
  const read = readEntry(visibleName(given).slice(0, nameCharacters).toWellFormed(), entry);
  const [draft] = read.drafts;
  if (!draft) return read.refused[0]?.reason ?? 'no_url';
  const fault = lengthFault(draft);
  if (fault) return fault;
  if (all.some(({ url }) => url === draft.url)) return 'known';
  for (let copy = 1; copy <= mostAlike; copy++) {
    const ending = copy === 1 ? '' : ` ${copy}`;
    const named = {
      ...{ ...draft, enabled: false },
      name: `${draft.name.slice(0, nameCharacters - ending.length)}${ending}`,
    };
    const checked = checkServerDraft(named, all, undefined, 0);
    if (checked.ok) return { draft: named, record: checked.value.record };
    if (checked.error.type !== 'name_taken') return refusals[checked.error.type] ?? 'bad_name';
  }
  return 'bad_name';
}

function lengthFault({ url, headers = {} }: McpServerDraft): Refusal | undefined {
  if (url.length > mcpLimits.addressCharacters) return 'bad_url';
  const all = Object.entries(headers);
  const isLong = all.some(([name, value]) => name.length + value.length > mcpLimits.headerCharacters);
  return isLong || all.length > mcpLimits.headers ? 'bad_headers' : undefined;
}

const refusals: Partial<Record<McpErrorType, Refusal>> = {
  bad_url: 'bad_url',
  bad_header: 'bad_headers',
  too_many_servers: 'too_many',
};
