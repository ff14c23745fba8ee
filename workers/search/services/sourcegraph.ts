/**
 * Public code, through Sourcegraph: https://sourcegraph.com/docs/api/stream-api. Searches on sourcegraph.com
 * need no key, and `/.api` allows all origins (doc/dev/security/csrf_security_model.md of its public source).
 */
// eventsource-parser implements the SSE grammar with all line endings, in 1 kB.
import { createParser } from 'eventsource-parser';
import { ChangedAnswerError, fieldsIn, listIn, optionalText, readEach, textIn } from '../read-answer.ts';
import type { SearchAdapter, SearchResult } from '../search-adapter.ts';

type Event = { name: string; data: unknown };

/** Excludes prose files. */
const noProse = String.raw`-file:\.(md|mdx|rst|txt)$`;

export const sourcegraph: SearchAdapter = {
  name: 'Sourcegraph',
  request: ({ query, count, codeLanguage }) => {
    const only = codeLanguage === undefined ? '' : ` lang:${JSON.stringify(codeLanguage)}`;
    const values = {
      // `count` ends the search; `timeout` is below our own timeout; `display` limits the results that are
      // sent.
      q: `${query.slice(0, 300)}${only} type:file ${noProse} count:${count} timeout:8s`,
      ...{ v: 'V3', t: 'keyword', display: String(count) },
    };
    return {
      url: `https://sourcegraph.com/.api/search/stream?${new URLSearchParams(values).toString()}`,
      accept: 'text/event-stream',
    };
  },
  parse: readEvents,
  read: (answer) => {
    const events = listIn(answer, '').map((event) => fieldsIn(event, '[]'));
    const all = (name: string) => events.filter((event) => event.name === name).map(({ data }) => data);
    const matches = all('matches').flatMap((data) => listIn(data, 'matches'));
    if (matches.length === 0) {
      const [fault] = [...all('error'), ...all('alert')];
      if (fault !== undefined) throw new Error(faultIn(fieldsIn(fault, 'alert')));
    }
    if (all('done').length === 0)
      throw new ChangedAnswerError('', "a stream of events that ends with 'done'");
    return readEach(matches, readMatch);
  },
};

function readEvents(text: string): Event[] {
  const events: Event[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ name: event, data: JSON.parse(data) }),
  });
  parser.feed(`${text}\n\n`);
  return events;
}

function faultIn({ title, description, message }: Readonly<Record<string, unknown>>): string {
  return [title, description, message].map(optionalText).filter(Boolean).join(': ') || 'error';
}

function readMatch(match: unknown): SearchResult {
  const {
    repository,
    path,
    commit,
    language,
    repoStars: stars,
    lineMatches: lines,
  } = fieldsIn(match, 'matches[]');
  const place = textIn(repository, 'matches[].repository');
  const file = textIn(path, 'matches[].path');
  const facts = [optionalText(language), typeof stars === 'number' ? `${stars} stars` : ''];
  const found = (Array.isArray(lines) ? lines : []).slice(0, maxLines).map(readLine);
  return {
    title: `${place}: ${file}`,
    url: addressOf(place, file, optionalText(commit) || 'HEAD'),
    text: [facts.filter(Boolean).join(', '), found.join(' … ')].filter(Boolean).join(': '),
  };
}

const maxLines = 4;

/** Formats a line; its number is zero-based. */
function readLine(line: unknown): string {
  const { line: text, lineNumber: number } = fieldsIn(line, 'matches[].lineMatches[]');
  const at = typeof number === 'number' ? `line ${number + 1}: ` : '';
  return at + textIn(text, 'matches[].lineMatches[].line').trim();
}

/** The URL of the raw file if it has CORS headers: pages of GitHub, GitLab and Sourcegraph have none. */
function addressOf(repository: string, path: string, commit: string): string {
  const file = path.split('/').map(encodeURIComponent).join('/');
  const [, name] = /^github\.com\/([^/]+\/[^/]+)$/.exec(repository) ?? [];
  return name === undefined
    ? `https://sourcegraph.com/${repository}@${commit}/-/blob/${file}`
    : `https://raw.githubusercontent.com/${name}/${commit}/${file}`;
}
