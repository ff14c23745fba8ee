/** All tools as the page lists them, with those that are switched off or refused. */
import * as limits from '#shared/limits.ts';
import type { ToolDefinition, ToolInfo } from '#shared/tools/tool.ts';
import type { RefusedExternalTool, Registry } from './registry.ts';

/** Of a definition that names no version. */
const firstVersion = '1.0.0';

export function listTools(registry: Registry): ToolInfo[] {
  const tools = registry.all().map((tool) => describeTool(tool, registry));
  return [...tools, ...registry.refused().map(describeRefused)];
}

function describeTool(definition: ToolDefinition, registry: Registry): ToolInfo {
  const {
    returns: _,
    contacts: __,
    summaryParameter: ___,
    runs: ____,
    touches: _____,
    publicOnly: ______,
    keepsSession: _______,
    mayAsk: ________,
    version = firstVersion,
    timeoutSeconds,
    ...rest
  } = definition;
  const info = { ...rest, version, timeoutSeconds: rest.waitsForUser ? null : timeoutSeconds };
  const lack = registry.lackOf(definition);
  if (lack === undefined) return { ...info, enabled: registry.isEnabled(definition.name) };
  return { ...info, enabled: false, unusable: { reason: 'browser_lacks', detail: lack } };
}

/** Contains only the name and the reason: the rest of the rejected definition cannot be trusted. */
function describeRefused({ name, refusal, source }: RefusedExternalTool): ToolInfo {
  return {
    name,
    title: name,
    version: firstVersion,
    description: '',
    category: 'network',
    parameters: { type: 'object', properties: {} },
    permissions: [],
    capabilities: [],
    timeoutSeconds: limits.external.deadlineSeconds,
    repeatable: false,
    source,
    enabled: false,
    unusable: refusal,
  };
}
