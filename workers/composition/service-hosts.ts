/** Finds the hosts that a call contacts though no argument names them. Guarded mode shows them. */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import type { SearchPurpose } from '#shared/api/search.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { originOf } from '#workers/domains/search/search-records.ts';
import type { SearchQuery } from '#workers/search/search-adapter.ts';
import { openServices } from '#workers/search/services/index.ts';

/** The purpose for which `codesearch` or `web_search` requests a service. */
function purposeOf(tool: string): SearchPurpose {
  return tool === 'codesearch' ? 'code' : 'web';
}

/** The part of a search tool's query that decides about the sources. `language`: of `navigator.language`. */
function queryOf({ query, language: code }: JsonObject, language: string): SearchQuery {
  return {
    ...{ query: typeof query === 'string' ? query : '', count: 1, language },
    ...(typeof code === 'string' ? { codeLanguage: code } : {}),
  };
}

type Deps = {
  chosen(purpose: SearchPurpose): Promise<SearchService>;
  /** The URL of the service that locates an IP address. */
  ipService(): Promise<string>;
  /** As in `navigator.language`. */
  language: string;
};

/**
 * Hosts as in `URL.host`, without those that the agent's lists refuse. For a tool that is not handled here
 * the tool's name is returned in place of a host, so that the user is asked about each call.
 */
export async function serviceHostsOf(
  { name, capabilities }: Pick<ToolDefinition, 'name' | 'capabilities'>,
  values: JsonObject,
  lists: HostRules | undefined,
  { chosen, ipService, language }: Deps,
): Promise<string[]> {
  if (capabilities.includes('search')) {
    const purpose = purposeOf(name);
    return admitted(searchUrlsOf(await chosen(purpose), purpose, queryOf(values, language)), lists);
  }
  return name === 'get_location_from_ip' ? admitted([await ipService()], lists) : [name];
}

function admitted(urls: readonly string[], lists: HostRules | undefined): string[] {
  const hosts = urls
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
    .filter((url) => !refuseHost(lists, url))
    .map(({ host }) => host);
  return [...new Set(hosts)];
}

function searchUrlsOf(service: SearchService, purpose: SearchPurpose, query: SearchQuery): string[] {
  if (service.kind !== 'open') return [originOf({ ...service, kind: service.kind })];
  return openServices(purpose, query)
    .filter(({ admits }) => admits?.(query) ?? true)
    .map(({ request }) => request(query, service).url);
}
