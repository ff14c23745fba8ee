/** A settings export of Kai (`kai-settings.json`, version 1): its instructions, switches of tools, memories, tasks and tool servers. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { firstText } from '#shared/agents/read-agent.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { memoryLimits, type MemoryCategory } from '#shared/memory/memory.ts';
import type { ScheduleInput, TaskDraft } from '#shared/tasks/task.ts';
import { entryName, type LeftOutList } from '../left-out.ts';

export type Section = { path: string; entries: readonly Json[] };
/** Memories are entries of a file of memories, servers those of a client's configuration. */
export type FileData = { memories: Section; servers: Section; tasks: readonly TaskDraft[] };

/** The tools that are on in Kai if the export has no `tool_overrides`: docs/features/tools.md of Kai. */
const onByDefault = [
  ...['web_search', 'get_local_time', 'get_location_from_ip', 'open_url', 'fetch_url'],
  ...['send_notification', 'create_calendar_event', 'set_alarm', 'open_file'],
];

/** Sections that the functions below read. */
const ownSections = [
  ...['version', 'soul_text', 'tool_overrides', 'agent_memories', 'mcp_servers'],
  ...['scheduled_tasks', 'heartbeat_prompt'],
];

/** Sections of model services; their keys are in `instance_settings`. */
const services = ['configured_services', 'current_service_id', 'free_fallback_enabled', 'instance_settings'];

export function isKai(value: JsonObject): boolean {
  const sections = ['soul_text', 'tool_overrides', 'configured_services', 'agent_memories', 'mcp_servers'];
  return sections.some((name) => value[name] !== undefined);
}

export function readKai(value: JsonObject, left: LeftOutList): AgentDraft {
  left.rest(value, [...ownSections, ...services]);
  if (value.configured_services !== undefined) left.add('configured_services', 'model');
  const instances = Array.isArray(value.instance_settings) ? value.instance_settings : [];
  if (instances.some((each) => isJsonObject(each) && each.api_key !== undefined))
    left.add('instance_settings.api_key', 'secret');
  if (value.soul_text !== undefined && typeof value.soul_text !== 'string')
    left.add('soul_text', 'unreadable');
  return { name: 'Kai', systemPrompt: firstText(value.soul_text), tools: readSwitches(value, left) };
}

export function readKaiData(value: JsonObject, now: number, left: LeftOutList): FileData {
  const { heartbeat_prompt: heartbeat } = value;
  if (heartbeat !== undefined && heartbeat !== null && heartbeat !== '')
    left.add('heartbeat_prompt', 'heartbeat');
  return {
    memories: {
      path: 'agent_memories',
      entries: listIn(value, 'agent_memories', left).map((entry) => toMemory(entry, now)),
    },
    servers: { path: 'mcp_servers', entries: listIn(value, 'mcp_servers', left) },
    tasks: listIn(value, 'scheduled_tasks', left).flatMap((entry) => readTask(entry, left)),
  };
}

/** Skips completed tasks. Tasks of older versions have no trigger: docs/features/tasks.md of Kai. */
function readTask(entry: Json, left: LeftOutList): TaskDraft[] {
  if (isJsonObject(entry) && entry.status === 'COMPLETED') return [];
  const when = isJsonObject(entry) ? readWhen(entry) : undefined;
  if (isJsonObject(entry) && when && typeof entry.prompt === 'string')
    return [{ name: firstText(entry.description), prompt: entry.prompt, ...when }];
  left.add(isJsonObject(entry) ? firstText(entry.description, 'scheduled_tasks') : entryName(entry), 'task');
  return [];
}

function readWhen({ trigger, cron, scheduledAtEpochMs: at }: JsonObject): ScheduleInput | undefined {
  if (trigger === 'HEARTBEAT') return { on_heartbeat: true };
  if (typeof cron === 'string' && trigger !== 'TIME') return isAlikeHere(cron) ? { cron } : undefined;
  const isMoment = typeof at === 'number' && Math.abs(at) <= maxMilliseconds;
  return isMoment ? { at: new Date(at).toISOString() } : undefined;
}

/** The largest time value of a date: https://tc39.es/ecma262/#sec-time-values-and-time-range. */
const maxMilliseconds = 8.64e15;

/** Whether a pattern means the same here. Of day of month and day of week, Kai requires both, cron one. */
function isAlikeHere(cron: string): boolean {
  const [, , day = '*', , weekday = '*'] = cron.trim().split(/\s+/);
  return day === '*' || weekday === '*';
}

function listIn(value: JsonObject, section: string, left: LeftOutList): Json[] {
  const list = value[section];
  if (Array.isArray(list)) return list;
  if (list !== undefined && list !== null) left.add(section, 'unreadable');
  return [];
}

const categories = new Map<Json | undefined, MemoryCategory>([
  ['GENERAL', 'fact'],
  ['PREFERENCE', 'preference'],
  ['LEARNING', 'learning'],
  ['ERROR', 'learning'],
]);

/** Converts to an entry of a memory file, which is checked later. Kai omits `GENERAL` and one hit. */
function toMemory(entry: Json, now: number): Json {
  if (!isJsonObject(entry)) return entry;
  const { key = null, content = null, category, hitCount } = entry;
  const created = readTime(entry.createdAt, now) ?? now;
  const updated = Math.max(created, readTime(entry.updatedAt, now) ?? created);
  const hits = typeof hitCount === 'number' ? Math.min(maxHits, Math.max(0, Math.trunc(hitCount))) : 1;
  return { key, content, category: categories.get(category) ?? 'fact', hits, created, updated, app: 'kai' };
}

/** One below the hits at which a memory is offered for instructions: the preview does not show its text. */
const maxHits = memoryLimits.hitsForPromotion - 1;

function readTime(value: Json | undefined, now: number): number | undefined {
  return typeof value === 'number' && value > 0 && value <= now ? Math.trunc(value) : undefined;
}

function readSwitches({ tool_overrides: switches }: JsonObject, left: LeftOutList): string[] {
  if (switches === undefined) return onByDefault;
  if (!isJsonObject(switches)) {
    left.add('tool_overrides', 'unreadable');
    return [];
  }
  return Object.keys(switches).filter((name) => switches[name] === true);
}
