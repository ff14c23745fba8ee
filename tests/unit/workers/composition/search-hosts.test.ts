/** The hosts that guarded mode names for a search are those that the tools then ask. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { SearchPurpose } from '#shared/api/search.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { purposeOf, queryOf, searchHostsOf } from '#workers/composition/search-hosts.ts';
import { codesearch } from '#workers/tools/network/codesearch.ts';
import { webSearch } from '#workers/tools/network/web-search.ts';

beforeEach(() => void vi.stubGlobal('navigator', { language: 'de' }));
afterEach(() => void vi.unstubAllGlobals());

const services: SearchService[] = [
  { id: 'search_open', kind: 'open' },
  { id: 'search_1', kind: 'brave' },
  { id: 'search_2', kind: 'tavily' },
  { id: 'search_3', kind: 'exa' },
  { id: 'search_4', kind: 'searxng', baseUrl: 'https://searx.example:8443' },
  {
    ...{ id: 'search_5', kind: 'json' },
    template: { url: 'https://own.example/{key}?q={query}', results: 'r', title: 't', link: 'l' },
  },
];

/** A language whose documentation is searched as well. */
const values = { query: 'react a term', language: 'rust' };

describe.each([webSearch, codesearch])('a search by $name', (tool) => {
  it.each(services)('with the service $kind goes where it was said', async (service) => {
    const asked = new Set<string>();
    const purposes: SearchPurpose[] = [];
    const network: NetworkPort = {
      async request({ url }) {
        asked.add(new URL(url).host);
        throw new Error('It does not answer.');
      },
    };
    const search = { service: async (purpose: SearchPurpose) => (purposes.push(purpose), service) };
    const context = { network, search, call: asId<'call'>('c') };
    await expect(tool.execute(values, context as never)).rejects.toThrow();
    const purpose = purposeOf(tool.name);
    expect(purposes).toEqual([purpose]);
    expect(searchHostsOf(service, purpose, queryOf(values, 'de')).toSorted()).toEqual([...asked].toSorted());
  });
});
