/**
 * The interface of a search service: how to build its request and parse its response. One file per service in
 * `services`.
 */
import type { SearchPurpose } from '#shared/api/search.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';

export type SearchQuery = {
  query: string;
  count: number;
  /** The user's language, as in `navigator.language`. */
  language: string;
  /** Absent for a web search. */
  purpose?: SearchPurpose;
  /** A programming language, for a code search. */
  codeLanguage?: string;
};

export type SearchResult = {
  title: string;
  url: string;
  /** An excerpt in plain text; may be ''. */
  text: string;
  /** The day, such as 2026-01-31. */
  date?: string;
};

/**
 * `body`: sent as JSON by POST. `accept`: `application/json` by default. `mayBeKept`: the browser may cache
 * the response, because the URL contains no word of the query.
 */
type SearchRequest = {
  url: string;
  body?: Readonly<Record<string, unknown>>;
  accept?: string;
  mayBeKept?: true;
};

export type SearchAdapter = {
  /** The name for the model and the user. */
  name: string;
  request(query: SearchQuery, service: SearchService): SearchRequest;
  /** Whether the service has a parameter for the programming language; otherwise it is added to the query. */
  takesLanguage?(service: SearchService): boolean;
  /** Whether the service can have results for this query; absent: always. */
  admits?(query: SearchQuery): boolean;
  /** Maximum bytes of a response; 1 MB by default. */
  maxBytes?: number;
  /** Parses the text of a response that is not JSON. Throws `SyntaxError`. */
  parse?(text: string): unknown;
  /** @throws `ChangedAnswerError` if the response does not have the documented format */
  read(answer: unknown, service: SearchService): SearchResult[];
  /** Advice for an error status; undefined if the status is self-explanatory. */
  explain?(status: number): string | undefined;
};
