/** The URLs that a call requests, from the URL parameters that its tool declares. */
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { urlParametersOf } from '#shared/tools/tool-exchange.ts';

/** Omits values that are not URLs; the egress gate rejects those. */
export function requestedUrls(values: JsonObject, { contacts }: Pick<ToolDefinition, 'contacts'>): URL[] {
  return urlParametersOf(contacts).flatMap((name) => {
    const url = values[name];
    return typeof url === 'string' && URL.canParse(url) ? [new URL(url)] : [];
  });
}
