/** Memories, tool servers and tasks of a file, checked by their domains: what can be added, and why the rest cannot. */
import type { AgentData, AgentServer, LeftReason, Listed } from '#shared/agents/agent-import.ts';
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject } from '#shared/json.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import type { Memory, MemoryErrorCode } from '#shared/memory/memory.ts';
import { shorten } from '#shared/shorten.ts';
import type { Task, TaskDraft } from '#shared/tasks/task.ts';
import type { ServerRecord } from '#workers/mcp/stored-server.ts';
import { previewServers, type ServersPreview } from '../../mcp/preview-import.ts';
import { previewImport } from '../../memory/preview-import.ts';
import { previewTasks } from '../../tasks/preview-import.ts';
import type { FileData, Section } from '#workers/agent-import/formats/kai.ts';
import type { LeftOutList } from '#workers/agent-import/left-out.ts';

/** What is stored already. */
export type StoredData = {
  memories: readonly Memory[];
  servers: readonly ServerRecord[];
  tasks: readonly Task[];
};

/** `shown`: without the values of headers, which may be keys. `memories`: a file for the memory domain. */
export type FittedData = {
  shown: AgentData;
  memories?: string;
  servers: readonly McpServerDraft[];
  tasks: readonly TaskDraft[];
};

const maxNames = 60;
const maxNameCharacters = 80;
const maxAddressCharacters = 300;
const maxHeaders = 20;

export async function fitData(
  { memories, servers, tasks }: FileData,
  here: StoredData,
  left: LeftOutList,
): Promise<FittedData> {
  const notes = await previewImport(memories.entries, here.memories);
  for (const { at, code } of notes.refused)
    left.add(nameOf(memories, at, 'key'), memoryReasons[code] ?? 'memory-invalid');
  const found = previewServers(servers.entries, here.servers);
  for (const { at, reason } of found.refused) left.add(nameOf(servers, at, 'name'), serverReasons[reason]);
  left.count(found.more);
  const planned = previewTasks(tasks, here.tasks, { now: Date.now(), timeZone: deviceZone() });
  for (const at of planned.refused) left.add(tasks[at]?.name || 'scheduled_tasks', 'task');
  return {
    shown: {
      memories: {
        ...{ added: listed(notes.added), changed: listed(notes.changed) },
        skipped: notes.skipped,
      },
      servers: found.drafts.map(shownServer),
      tasks: listed(
        planned.drafts.map(({ name = '', prompt }) =>
          shorten(visibleName(name || prompt), maxNameCharacters),
        ),
      ),
    },
    ...(notes.file === undefined ? {} : { memories: notes.file }),
    servers: found.drafts,
    tasks: planned.drafts,
  };
}

/** Kai plans in the time zone of its device, which its file does not name. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function shownServer({ name, url, headers = {} }: McpServerDraft): AgentServer {
  const names = Object.keys(headers).slice(0, maxHeaders);
  return {
    ...{ name, url: shorten(url, maxAddressCharacters) },
    headers: names.map((header) => shorten(header, maxNameCharacters)),
  };
}

const memoryReasons: Partial<Record<MemoryErrorCode, LeftReason>> = {
  'key-long': 'memory-long',
  'content-long': 'memory-long',
  limit: 'memory-limit',
};

const serverReasons: Record<ServersPreview['refused'][number]['reason'], LeftReason> = {
  no_url: 'server-address',
  bad_url: 'server-address',
  has_password: 'server-address',
  bad_json: 'server-address',
  bad_name: 'server',
  bad_headers: 'server-headers',
  too_many: 'server-limit',
  known: 'server-known',
};

/** The entry's own name, or its path in the file. */
function nameOf({ path, entries }: Section, at: number, field: 'key' | 'name'): string {
  const entry = entries[at];
  const name = isJsonObject(entry) ? entry[field] : undefined;
  return (typeof name === 'string' && visibleName(shorten(name, maxNameCharacters))) || `${path}[${at}]`;
}

function listed(names: readonly string[]): Listed {
  return { names: names.slice(0, maxNames), more: Math.max(0, names.length - maxNames) };
}
