/** A settings export of Kai (`kai-settings.json`, version 1): its instructions and its switches of tools. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { firstText } from '#shared/agents/read-agent.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type { LeftParts } from '../left-out.ts';

/** On in Kai where the export has no section of tools: docs/features/tools.md of Kai. */
const onByDefault = [
  ...['web_search', 'get_local_time', 'get_location_from_ip', 'open_url', 'fetch_url'],
  ...['send_notification', 'create_calendar_event', 'set_alarm', 'open_file'],
];

/** Sections of model services; their keys are in `instance_settings`. */
const services = ['configured_services', 'current_service_id', 'free_fallback_enabled', 'instance_settings'];

export function isKai(value: JsonObject): boolean {
  const sections = ['soul_text', 'tool_overrides', 'configured_services', 'agent_memories', 'mcp_servers'];
  return sections.some((name) => value[name] !== undefined);
}

export function readKai(value: JsonObject, left: LeftParts): AgentDraft {
  left.rest(value, ['version', 'soul_text', 'tool_overrides', 'mcp_servers', ...services]);
  if (value.configured_services !== undefined) left.add('configured_services', 'model');
  const instances = Array.isArray(value.instance_settings) ? value.instance_settings : [];
  if (instances.some((each) => isJsonObject(each) && each.api_key !== undefined))
    left.add('instance_settings.api_key', 'secret');
  const servers = value.mcp_servers;
  if (Array.isArray(servers) ? servers.length > 0 : servers !== undefined) left.add('mcp_servers', 'server');
  if (value.soul_text !== undefined && typeof value.soul_text !== 'string')
    left.add('soul_text', 'unreadable');
  return { name: 'Kai', systemPrompt: firstText(value.soul_text), tools: readSwitches(value, left) };
}

function readSwitches({ tool_overrides: switches }: JsonObject, left: LeftParts): string[] {
  if (switches === undefined) return onByDefault;
  if (!isJsonObject(switches)) {
    left.add('tool_overrides', 'unreadable');
    return [];
  }
  return Object.keys(switches).filter((name) => switches[name] === true);
}
