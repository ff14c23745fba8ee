/** The URLs that a call requests, from the URL parameters that its tool declares. */
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

/** Omits values that are not URLs; the egress gate rejects those. */
export function requestedUrls(
  values: JsonObject,
  { urlParameters }: Pick<ToolDefinition, 'urlParameters'>,
): URL[] {
  return urlParameters.flatMap((name) => {
    const url = values[name];
    return typeof url === 'string' && URL.canParse(url) ? [new URL(url)] : [];
  });
}
