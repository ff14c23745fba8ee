/** The addresses that a call requests, by what its tool declares. */
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

/** Without values that are not addresses; the egress gate refuses those. */
export function requestedUrls(
  values: JsonObject,
  { urlParameters }: Pick<ToolDefinition, 'urlParameters'>,
): URL[] {
  return urlParameters.flatMap((name) => {
    const url = values[name];
    return typeof url === 'string' && URL.canParse(url) ? [new URL(url)] : [];
  });
}
