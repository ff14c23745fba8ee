/** Search services, and the one that searches are sent to: `api.search`. */
import type { Fallible } from '../rpc/protocol.ts';

export const searchKinds = ['open', 'brave', 'tavily', 'exa', 'searxng', 'json'] as const;
/** `open`: free sources that need no key. `json`: whatever answers in JSON, described by a template. */
export type SearchKind = (typeof searchKinds)[number];

export const searchPurposes = ['web', 'code'] as const;
/** What is searched: the web with `web_search`, code and its documentation with `codesearch`. */
export type SearchPurpose = (typeof searchPurposes)[number];

/** How to ask a service and where its answer has what; paths are names with dots between, such as `data.items`. */
export type JsonTemplate = {
  /**
   * The address, with `{query}` and, where the service takes them, `{count}`, `{language}` and `{key}` for the key. The
   * language is the user's, as `en-GB`; for `code` that of the program, or nothing.
   */
  url: string;
  /** The header that carries the key, such as `X-Api-Key`; absent, and without `{key}`: `Authorization: Bearer <key>`. */
  keyHeader?: string;
  /** The path of the list of results; '' where the answer is the list. */
  results: string;
  /** The paths within one result. */
  title: string;
  link: string;
  text?: string;
  date?: string;
};

/**
 * `baseUrl`: of an instance of one's own, for `searxng`. Without `apiKey` the stored key stays, as long as the host does;
 * '' forgets it.
 */
export type SearchDraft = {
  id?: string;
  kind: SearchKind;
  baseUrl?: string;
  apiKey?: string;
  template?: JsonTemplate;
};

/** A service as it is stored; its key stays in the engine. `uses`: what it is used for. */
export type SearchInfo = {
  id: string;
  kind: SearchKind;
  host: string;
  baseUrl?: string;
  template?: JsonTemplate;
  hasKey: boolean;
  uses: SearchPurpose[];
};

/** `message`: what was found, or what failed. */
export type SearchTest = { ok: boolean; message: string };

export type SearchApi = {
  /** The open sources first, which are always there. */
  list(): Promise<SearchInfo[]>;
  /** Adds a service, or changes the one with this id. The first use of it is `use`. */
  save(draft: SearchDraft): Promise<Fallible<SearchInfo>>;
  /** Removes a service and its key; what it was used for falls back to the open sources. */
  remove(id: string): Promise<void>;
  /** Sends one search to the service, and says what failed. */
  test(id: string): Promise<SearchTest>;
  /** Sends the searches of `web_search`, or those of `codesearch`, to this service from now on. */
  use(id: string, purpose?: SearchPurpose): Promise<Fallible<SearchInfo>>;
};
