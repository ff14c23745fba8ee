/** Calls that ask a service whose address is in no argument, such as a search: which hosts they asked is in the metadata of the result. */
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { ToolDefinition, ToolResult } from '#shared/tools/tool.ts';

/** The name of the fact; one host per line, as in `URL.host`. */
export const askedHosts = 'asked_hosts';

export function asksService({
  name,
  capabilities,
  urlParameters,
}: Pick<ToolDefinition, 'name' | 'capabilities' | 'urlParameters'>): boolean {
  return capabilities.includes('network') && urlParameters.length === 0 && !isExternalName(name);
}

/** None in results of older versions, and of calls that sent nothing. */
export function hostsAskedBy(result: ToolResult): string[] {
  return result.metadata?.[askedHosts]?.split('\n') ?? [];
}
