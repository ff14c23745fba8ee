/** The stream of Sourcegraph: its text if nothing is found, and if a query is invalid. */
import { describe, expect, it } from 'vitest';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { sourcegraph } from '#workers/search/services/sourcegraph.ts';
import { sampleAnswer } from '#tests/fixtures/search/sample-answers.ts';

const service: SearchService = { id: 'search_open', kind: 'open' };
const read = (...events: [name: string, data: unknown][]) => {
  const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return sourcegraph.read(sourcegraph.parse?.(text), service);
};
const done: [string, unknown] = ['done', {}];
const match = [{ type: 'path', repository: 'github.com/a/b', path: 'x.rs' }];

describe('Sourcegraph', () => {
  it('has found nothing where its stream ends without matches', () => {
    expect(read(['progress', { done: true, matchCount: 0 }], done)).toEqual([]);
    expect(read(['matches', []], done)).toEqual([]);
  });

  it('is an error in its own words where it refuses the query, unless it found something', () => {
    const alert = { title: 'Unable To Process Query', description: 'Unknown language: klingon', kind: 'x' };
    expect(() => read(['alert', alert], done)).toThrow('Unable To Process Query: Unknown language: klingon');
    expect(() => read(['error', { message: 'rate limited' }], done)).toThrow('rate limited');
    expect(read(['matches', match], ['alert', alert], done)).toHaveLength(1);
  });

  it('has another form where its stream is cut off', () => {
    expect(() => read(['matches', match])).toThrow("a stream of events that ends with 'done'");
  });

  it('is read with the line endings of any server', () => {
    const text = sampleAnswer('sourcegraph');
    const urls = (each: string) => sourcegraph.read(sourcegraph.parse?.(each), service).map(({ url }) => url);
    expect(urls(text.replaceAll('\n', '\r\n'))).toEqual(urls(text));
    expect(urls(text.trimEnd())).toEqual(urls(text));
  });

  it('leads to the newest version of a file where it names none', () => {
    const [found] = read(['matches', match], done);
    expect(found).toEqual({
      title: 'github.com/a/b: x.rs',
      url: 'https://raw.githubusercontent.com/a/b/HEAD/x.rs',
      text: '',
    });
  });
});
