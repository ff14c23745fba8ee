/** Facts in the metadata of a result that only the engine sets; guarded mode relies on them. */
import type { ToolErrorType, ToolResult } from '#shared/tools/tool.ts';

/** The hosts of services that no argument names: one per line, as in `URL.host`. */
export const askedHosts = 'asked_hosts';

/** Empty for results of older versions and for calls that sent nothing. */
export function hostsAskedBy(result: ToolResult): string[] {
  return result.metadata?.[askedHosts]?.split('\n') ?? [];
}

/**
 * `none`: the result contains no text from outside, though those of its tool may. `some`: code that had received such text
 * failed with an error of a call that was rejected before it ran. Older results have no such fact.
 */
export const outsideText = 'outside_text';

export function isWithoutOutsideText(result: ToolResult): boolean {
  return result.metadata?.[outsideText] === 'none';
}

/** Errors of calls that were rejected before they ran, so that they returned nothing from outside. */
export const neverRan: readonly ToolErrorType[] = [
  'tool_not_found',
  'tool_not_available',
  'permission_denied',
  'path_not_allowed',
];

/** True if the call was rejected before it ran. A port can reject what code asks for, in words that quote a file. */
export function isRejected(result: ToolResult): boolean {
  return (
    result.status === 'error' &&
    neverRan.includes(result.error_type) &&
    result.metadata?.[outsideText] !== 'some'
  );
}
