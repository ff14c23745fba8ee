/** A search service: how it is asked, and how its answer is read. One file per service in `services`. */
import type { SearchPurpose } from '#shared/api/search.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';

export type SearchQuery = {
  query: string;
  count: number;
  /** Of the user, as in `navigator.language`. */
  language: string;
  /** Absent: the web. */
  purpose?: SearchPurpose;
  /** A programming language, for a search of code. */
  codeLanguage?: string;
};

export type SearchResult = {
  title: string;
  url: string;
  /** What it says, in plain text; may be ''. */
  text: string;
  /** As a day, 2026-01-31. */
  date?: string;
};

/** `body`: sent as JSON by POST. `accept`: `application/json` by default. `mayBeKept`: a file that no word of the query is in. */
type SearchRequest = {
  url: string;
  body?: Readonly<Record<string, unknown>>;
  accept?: string;
  mayBeKept?: true;
};

export type SearchAdapter = {
  /** As the model and the user read it. */
  name: string;
  request(query: SearchQuery, service: SearchService): SearchRequest;
  /** Whether it takes the programming language by itself; else it is a word of the query. */
  takesLanguage?(service: SearchService): boolean;
  /** Whether it can know anything of this; absent: always. */
  admits?(query: SearchQuery): boolean;
  /** Longer answers are refused; 1 MB by default. */
  mostBytes?: number;
  /** What the text of an answer holds, where it is not JSON. Throws `SyntaxError`. */
  parse?(text: string): unknown;
  /** @throws `ChangedAnswerError` where the answer does not have the documented form */
  read(answer: unknown, service: SearchService): SearchResult[];
  /** What the user can do about an answer that is none; undefined where the status says it all. */
  explain?(status: number): string | undefined;
};
