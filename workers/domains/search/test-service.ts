/** Sends a search to a service, as `web_search` would; returns the first title, or the error. */
import type { SearchTest } from '#shared/api/search.ts';
import { messageOf } from '#shared/message-of.ts';
import { networkError, type NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import type { Egress } from '#workers/network/egress.ts';
import { search } from '#workers/search/search.ts';

const testMs = 20_000;

export async function testService(
  service: SearchService,
  egress: Pick<Egress, 'request'>,
): Promise<SearchTest> {
  const signal = AbortSignal.timeout(testMs);
  const network: NetworkPort = {
    async request(request) {
      const outcome = await egress.request(request, signal);
      if (outcome.type === 'error') throw networkError(outcome);
      return outcome.response;
    },
  };
  try {
    const query = { query: 'weather', count: 3, language: navigator.language };
    const { results, failed } = await search(query, service, { network, purpose: 'web' });
    const [first] = results;
    if (!first) return { ok: false, message: `It answered without results. ${failed.join(' ')}`.trim() };
    return { ok: true, message: [first.title, ...failed].join(' · ') };
  } catch (error) {
    return {
      ok: false,
      message: signal.aborted ? `No answer within ${testMs / 1_000} seconds.` : messageOf(error),
    };
  }
}
