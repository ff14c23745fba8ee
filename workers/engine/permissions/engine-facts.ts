/** Facts in the metadata of a result that only the engine sets; guarded mode relies on them. */
import type { ToolResult } from '#shared/tools/tool.ts';

/** The hosts of services that no argument names: one per line, as in `URL.host`. */
export const askedHosts = 'asked_hosts';

/** Empty for results of older versions and for calls that sent nothing. */
export function hostsAskedBy(result: ToolResult): string[] {
  return result.metadata?.[askedHosts]?.split('\n') ?? [];
}

/** `none`: the result contains no text from outside, though those of its tool may. Older results have no such fact. */
export const outsideText = 'outside_text';

export function isWithoutOutsideText(result: ToolResult): boolean {
  return result.metadata?.[outsideText] === 'none';
}
