/** Search services, and the one that searches are sent to: `api.search`. */
import type { Fallible } from '../rpc/protocol.ts';

export const searchKinds = ['open', 'brave', 'tavily', 'exa', 'searxng', 'json'] as const;
/**
 * `open`: free sources that need no key. `json`: a service that answers in JSON, described by a
 * template.
 */
export type SearchKind = (typeof searchKinds)[number];

export const searchPurposes = ['web', 'code'] as const;
/** What is searched: the web with `web_search`, code and its documentation with `codesearch`. */
export type SearchPurpose = (typeof searchPurposes)[number];

/**
 * How to query a service, and where its answer contains each field. Paths are property names joined
 * by dots, such as `data.items`.
 */
export type JsonTemplate = {
  /**
   * The address, with `{query}` and, if the service supports them, `{count}`, `{language}` and
   * `{key}`. `{language}` is the user's language, such as `en-GB`; for `code` the programming
   * language, or empty.
   */
  url: string;
  /** The header that carries the key, such as `X-Api-Key`; absent, and without `{key}`: `Authorization: Bearer <key>`. */
  keyHeader?: string;
  /** The path of the list of results; '' if the answer itself is the list. */
  results: string;
  /** The paths within one result. */
  title: string;
  link: string;
  text?: string;
  date?: string;
};

/**
 * `baseUrl`: the address of the user's own instance, for `searxng`. Without `apiKey` the stored key
 * is kept if the host stays the same; '' removes it.
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
  /** All services, the open sources first; those always exist. */
  list(): Promise<SearchInfo[]>;
  /** Adds a service, or changes the one with this id. Searches are sent to it only after `use`. */
  save(draft: SearchDraft): Promise<Fallible<SearchInfo>>;
  /** Removes a service and its key; its searches are sent to the open sources again. */
  remove(id: string): Promise<void>;
  /** Sends one search to the service and reports what it found, or why it failed. */
  test(id: string): Promise<SearchTest>;
  /** Sends the searches of `web_search`, or those of `codesearch`, to this service from now on. */
  use(id: string, purpose?: SearchPurpose): Promise<Fallible<SearchInfo>>;
};
