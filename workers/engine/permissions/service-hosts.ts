/** The hosts of services that no argument names, such as a search: the metadata of a result lists them. */
import type { ToolResult } from '#shared/tools/tool.ts';

/** The metadata key; its value has one host per line, as in `URL.host`. */
export const askedHosts = 'asked_hosts';

/** Empty for results of older versions and for calls that sent nothing. */
export function hostsAskedBy(result: ToolResult): string[] {
  return result.metadata?.[askedHosts]?.split('\n') ?? [];
}
