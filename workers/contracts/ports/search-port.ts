/** Search as a tool sees it: which service the user has chosen. Its key stays in the engine. */
import type { JsonTemplate, SearchKind, SearchPurpose } from '#shared/api/search.ts';

export type SearchService = {
  id: string;
  kind: SearchKind;
  /** Without a slash at the end; absent for services with one address, and the open sources. */
  baseUrl?: string;
  template?: JsonTemplate;
};

/** Contract: fails only with a `ToolError`. */
export type SearchPort = { service(purpose: SearchPurpose): Promise<SearchService> };
