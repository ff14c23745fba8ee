/**
 * Tools that contact a service that no argument names, such as a search. The metadata of their results lists
 * the hosts.
 */
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { ToolDefinition, ToolResult } from '#shared/tools/tool.ts';

/** The metadata key; its value has one host per line, as in `URL.host`. */
export const askedHosts = 'asked_hosts';

export function asksService({
  name,
  capabilities,
  urlParameters,
}: Pick<ToolDefinition, 'name' | 'capabilities' | 'urlParameters'>): boolean {
  return capabilities.includes('network') && urlParameters.length === 0 && !isExternalName(name);
}

/** Empty for results of older versions and for calls that sent nothing. */
export function hostsAskedBy(result: ToolResult): string[] {
  return result.metadata?.[askedHosts]?.split('\n') ?? [];
}
