/** The hosts that guarded mode shows for a search are those that the tools then contact. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostRules } from '#shared/agents/host-rules.ts';
import { asId } from '#shared/ids.ts';
import type { SearchPurpose } from '#shared/api/search.ts';
import { isService, type ServiceContacts } from '#shared/tools/tool-exchange.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { serviceHostsOf } from '#workers/composition/service-hosts.ts';
import { codesearch } from '#workers/domains/search/tools/codesearch.ts';
import { webSearch } from '#workers/domains/search/tools/web-search.ts';
import type { Tool } from '#workers/tools/tool.ts';

beforeEach(() => void vi.stubGlobal('navigator', { language: 'de' }));
afterEach(() => void vi.unstubAllGlobals());

const open: SearchService = { id: 'search_open', kind: 'open' };
const services: SearchService[] = [
  open,
  { id: 'search_1', kind: 'brave' },
  { id: 'search_2', kind: 'tavily' },
  { id: 'search_3', kind: 'exa' },
  { id: 'search_4', kind: 'searxng', baseUrl: 'https://searx.example:8443' },
  {
    ...{ id: 'search_5', kind: 'json' },
    template: { url: 'https://own.example/{key}?q={query}', results: 'r', title: 't', link: 'l' },
  },
];

/** With this language, its documentation is searched as well. */
const values = { query: 'react a term', language: 'rust' };

const deps = { chosen: async () => open, ipService: async () => 'https://where.example/', language: 'de' };

function contactsOf({ contacts }: Tool): ServiceContacts {
  if (isService(contacts)) return contacts;
  throw new Error('The tool contacts no service.');
}

describe.each([webSearch, codesearch])('a search by $name', (tool) => {
  it.each(services)('with the service $kind contacts the named hosts', async (service) => {
    const asked = new Set<string>();
    const purposes = new Set<SearchPurpose>();
    const chosen = async (purpose: SearchPurpose) => (purposes.add(purpose), service);
    const network: NetworkPort = {
      async request({ url }) {
        asked.add(new URL(url).host);
        throw new Error('It does not answer.');
      },
    };
    const context = { network, search: { service: chosen }, call: asId<'call'>('c') };
    await expect(tool.execute(values, context as never)).rejects.toThrow();
    const told = await serviceHostsOf(contactsOf(tool), values, undefined, { ...deps, chosen });
    expect(told.toSorted()).toEqual([...asked].toSorted());
    expect(purposes.size).toBe(1);
  });

  it('is shown without the hosts that the agent’s lists exclude, which get no request', async () => {
    const told = (lists: HostRules) => serviceHostsOf(contactsOf(tool), values, lists, deps);
    expect(await told({ block: ['api.stackexchange.com'] })).not.toContain('api.stackexchange.com');
    expect(await told({ allow: ['api.stackexchange.com:443'] })).toEqual(['api.stackexchange.com']);
  });
});

it('names the host of a service with a fixed address, and of the one that locates IP addresses', async () => {
  const fixed = { type: 'service', url: 'https://api.example/v1' } as const;
  expect(await serviceHostsOf(fixed, {}, undefined, deps)).toEqual(['api.example']);
  expect(await serviceHostsOf({ type: 'ip-location' }, {}, undefined, deps)).toEqual(['where.example']);
});
