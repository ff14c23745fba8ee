/** Queries a search service, or several open sources in parallel, and formats the results for a model. */
import type { SearchPurpose } from '#shared/api/search.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import {
  UnreadableServerError,
  type NetworkPort,
  type NetworkRequest,
} from '#workers/contracts/ports/network-port.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { noticeFrom } from '#shared/tools/external-tool.ts';
import { stripHidden } from '#workers/text/pages/strip-hidden.ts';
import { chosenServices, openServices } from './services/index.ts';
import { ChangedAnswerError, isWebAddress } from './read-answer.ts';
import type { SearchAdapter, SearchQuery, SearchResult } from './search-adapter.ts';

export type SearchDeps = {
  network: NetworkPort;
  purpose: SearchPurpose;
  /** Resolves at the timeout of an open source; `sourceMs` by default. */
  late?(): Promise<void>;
};

type MergedResult = SearchResult & { sources: string[] };

export type SearchOutcome = {
  results: MergedResult[];
  /** The sources that were queried, and which of them failed and why. */
  asked: string[];
  failed: string[];
};

/** Milliseconds: longer than a healthy source needs on a slow connection. */
const sourceMs = 10_000;

function afterSourceTime(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, sourceMs));
}

const answerBytes = 1_000_000;
/** Maximum results requested from each open source: the best of several are better than the tail of one. */
const maxPerSource = 10;

/** @throws `ToolError` if no source answered */
export async function search(
  query: SearchQuery,
  service: SearchService,
  deps: SearchDeps,
): Promise<SearchOutcome> {
  if (service.kind !== 'open') {
    const adapter = chosenServices[service.kind];
    const asked = { ...query, purpose: deps.purpose, query: wordsFor(adapter, query, service) };
    const results = await ask(adapter, asked, service, deps.network);
    return { ...found([{ source: adapter.name, results }], query), failed: [] };
  }
  const each = { ...query, count: Math.min(query.count, maxPerSource) };
  const sources = openServices(deps.purpose, each).filter(({ admits }) => admits?.(each) ?? true);
  const answers = await Promise.all(sources.map((source) => askInTime(source, each, service, deps)));
  const lists = answers.flatMap((answer) => ('results' in answer ? [answer] : []));
  const faults = answers.flatMap((answer) => ('fault' in answer ? [answer] : []));
  if (lists.length === 0) throw noAnswer(faults);
  return { ...found(lists, query), failed: faults.map(({ fault }) => fault) };
}

/** One reason of all sources is said once, such as a device without a connection. */
function noAnswer(faults: readonly Fault[]): ToolError {
  const names = faults.map(({ source }) => source).join(', ');
  const sentence = faults.every(({ isUnreachable }) => isUnreachable)
    ? `None of the search sources can be reached (${names}): the device has no internet, or a blocker or filter stops them. Tell the user, and go on without.`
    : `No source answered. ${faults.map(({ fault }) => fault).join(' ')}`;
  return new ToolError('network_error', sentence);
}

function wordsFor(adapter: SearchAdapter, query: SearchQuery, service: SearchService): string {
  const { query: words, codeLanguage } = query;
  return codeLanguage === undefined || adapter.takesLanguage?.(service) ? words : `${words} ${codeLanguage}`;
}

function found(
  lists: readonly { source: string; results: readonly SearchResult[] }[],
  { count }: SearchQuery,
): Pick<SearchOutcome, 'results' | 'asked'> {
  return { results: mergeResults(lists, count), asked: lists.map(({ source }) => source) };
}

/** The constant of reciprocal rank fusion, which determines the weight of the first ranks. */
const k = 60;

/**
 * Merges the results of several sources by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). Best first;
 * ties in the order of the sources. Results that are not web addresses are omitted.
 */
export function mergeResults(
  lists: readonly { source: string; results: readonly SearchResult[] }[],
  count: number,
): MergedResult[] {
  const merged = new Map<string, MergedResult & { score: number }>();
  for (const { source, results } of lists) {
    const usable = results.filter(({ url }) => isWebAddress(url));
    for (const [rank, result] of usable.entries()) {
      const key = keyOf(result.url);
      const known = merged.get(key) ?? { ...result, sources: [], score: 0 };
      // A page that a source lists twice counts once.
      if (known.sources.includes(source)) continue;
      known.sources.push(source);
      known.score += 1 / (k + rank + 1);
      merged.set(key, known);
    }
  }
  return [...merged.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ score: _, ...result }) => result);
}

/** A key that is equal for the usual spellings of the same page. */
function keyOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  // Only the host is case-insensitive; a path or query may not be, as in the ids of YouTube.
  return `${host.replace(/^(www|m)\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}

type Fault = {
  source: string;
  fault: string;
  /** There was no answer at all. */
  isUnreachable: boolean;
};
type Answer = { source: string; results: SearchResult[] } | Fault;

async function askInTime(
  adapter: SearchAdapter,
  query: SearchQuery,
  service: SearchService,
  { network, late = afterSourceTime }: SearchDeps,
): Promise<Answer> {
  const { name } = adapter;
  const answered = ask(adapter, query, service, network).then(
    (results): Answer => ({ source: name, results }),
    (error: unknown): Answer => {
      // A cancelled call must end instead of continuing without this source.
      if (error instanceof ToolError && error.type === 'cancelled') throw error;
      return { source: name, fault: messageOf(error), isUnreachable: error instanceof UnreachableError };
    },
  );
  const tooLate = (): Answer => ({ source: name, fault: `${name} took too long.`, isUnreachable: true });
  return Promise.race([answered, late().then(tooLate)]);
}

async function ask(
  adapter: SearchAdapter,
  query: SearchQuery,
  service: SearchService,
  network: NetworkPort,
): Promise<SearchResult[]> {
  const { name } = adapter;
  const response = await network.request(requestFor(adapter, query, service)).catch((error: unknown) => {
    throw explainRefusal(error, name, service);
  });
  const text = new TextDecoder().decode(response.body);
  if (response.status !== 200) {
    const advice = adapter.explain?.(response.status) ?? explainStatus(response.status);
    const body = clean(text, 200);
    const facts = [response.status, advice && `(${advice})`].filter(Boolean).join(' ');
    throw new ToolError('network_error', `${name} answered ${facts}${body && `: ${body}`}.`);
  }
  if (response.truncated)
    throw new ToolError('network_error', `${name} answered with more than can be read here.`);
  try {
    const answer: unknown = adapter.parse ? adapter.parse(text) : JSON.parse(text);
    return adapter.read(answer, service).flatMap(cleanResult);
  } catch (error) {
    throw explainAnswer(error, name, service);
  }
}

/** Cleans a result: the text is untrusted, and a line break in a URL could start a forged result. */
function cleanResult(result: SearchResult): SearchResult[] {
  const { url, title, text } = result;
  if (!isWebAddress(url)) return [];
  return [{ ...result, url: new URL(url).href, title: stripHidden(title), text: stripHidden(text) }];
}

/** The error for a response that cannot be parsed, or that contains an error message of the service. */
function explainAnswer(error: unknown, name: string, { kind }: SearchService): ToolError {
  const isChanged = error instanceof ChangedAnswerError;
  if (!isChanged && !(error instanceof SyntaxError))
    return new ToolError('network_error', `${name} answered with an error: ${clean(messageOf(error), 200)}.`);
  const advice =
    kind === 'json'
      ? 'The user can correct the template in Settings, Web search.'
      : 'Use another service, which the user can choose in Settings, Web search, or go on without.';
  const what = isChanged ? error.message : 'it is no JSON';
  return new ToolError(
    'execution_error',
    `${name} answered in a form that is not known here: ${what}. ${advice}`,
  );
}

function requestFor(adapter: SearchAdapter, query: SearchQuery, service: SearchService): NetworkRequest {
  const { url, body, accept = 'application/json', mayBeKept } = adapter.request(query, service);
  const maxBytes = adapter.maxBytes ?? answerBytes;
  return {
    ...{ url, maxBytes, method: body === undefined ? 'GET' : 'POST' },
    headers: {
      Accept: accept,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(mayBeKept ? { mayBeKept } : {}),
    ...(service.kind === 'open' ? {} : { credentials: `search:${service.id}` }),
  };
}

/** The egress gate's error for a service, with advice for its owner. */
function explainRefusal(error: unknown, name: string, { kind }: SearchService): unknown {
  if (!(error instanceof ToolError) || error.type === 'cancelled') return error;
  const isClosed = error instanceof UnreadableServerError;
  const advice =
    isClosed && kind === 'searxng'
      ? " In the instance's settings.yml, server.default_http_headers can allow it: Access-Control-Allow-Origin: '*'."
      : '';
  const isUnanswered = error.type === 'network_error' && !/ answered, but /.test(error.message);
  const Kind = isUnanswered ? UnreachableError : ToolError;
  return new Kind(error.type, `${name}: ${error.message}${advice}`);
}

/** The service did not answer, as far as the browser says. */
class UnreachableError extends ToolError {}

function explainStatus(status: number): string | undefined {
  if (status === 401 || status === 403) return 'the key is missing, wrong or not allowed to search';
  if (status === 429) return 'too many requests; try again later';
  return status >= 500 ? 'a fault of the service; try again later' : undefined;
}

/** Maximum UTF-16 units of an excerpt; `fetch_url` reads more. */
const maxText = 320;

/**
 * Formats each result as number, title, URL, source, date, and two sentences. `open`: the purpose of a search
 * of open sources.
 */
export function writeResults(
  { results, asked, failed }: SearchOutcome,
  query: string,
  open?: SearchPurpose,
): string {
  const lines = results.map(({ title, url, text, date, sources }, at) =>
    [
      `${at + 1}. ${clean(title, 200)}`,
      `   ${url}`,
      `   ${[...sources, ...(date === undefined ? [] : [date])].join(', ')}`,
      ...(text === '' ? [] : [`   ${twoSentences(clean(text, 2_000))}`]),
    ].join('\n'),
  );
  const nothing = `Nothing was found for ${JSON.stringify(query)}. Try fewer or other words.`;
  return [
    ...(lines.length === 0 ? [nothing] : [noticeFrom('web pages'), ...lines]),
    `Searched: ${asked.join(', ') || 'nothing'}.${failed.length > 0 ? ` Not searched: ${failed.join(' ')}` : ''}`,
    ...(open ? [coverageGaps[open]] : []),
  ].join('\n\n');
}

const coverageGaps: Readonly<Record<SearchPurpose, string>> = {
  web: 'These open sources are not the whole web: no news sites, shops, maps, timetables, or pages of companies and authorities. For those the user can choose a search service in Settings, Web search.',
  code: 'These open sources are public code, names in the documentation of common languages and libraries, questions and answers, repositories, and packages of some registries. Documentation is searched where `language` or a word of the query names it. Not searched: issues, commits, private code. For those the user can choose a search service in Settings, Web search.',
};

function clean(text: string, most: number): string {
  return shorten(stripHidden(text).replaceAll(/\s+/g, ' ').trim(), most);
}

function twoSentences(text: string): string {
  const [first, second] = new Intl.Segmenter(undefined, { granularity: 'sentence' })
    .segment(text)
    [Symbol.iterator]();
  return shorten(`${first?.segment ?? ''}${second?.segment ?? ''}`.trim(), maxText);
}
