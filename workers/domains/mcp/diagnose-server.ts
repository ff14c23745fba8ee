/** Diagnoses a server's connection, with its stored secrets if the draft has the address of these. */
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import type { McpDiagnosis } from '#shared/mcp/mcp-diagnosis.ts';
import { readUrl } from '#workers/mcp/check-draft.ts';
import { connect } from '#workers/mcp/connection/negotiate-transport.ts';
import { diagnose } from '#workers/mcp/diagnose.ts';
import { fail } from '#workers/mcp/errors/failure.ts';
import { guardFetch, withoutConnection } from '#workers/mcp/connection/guarded-fetch.ts';
import { createConnectionFetch } from '#workers/network/connection-fetch.ts';
import { classifyHost } from '#workers/network/host-class.ts';
import { localNetworkState } from '#workers/network/local-network.ts';
import type { Mcp } from './open-mcp.ts';

export async function diagnoseServer(draft: McpServerDraft, mcp: Mcp): Promise<McpDiagnosis> {
  const { network, servers, store } = mcp;
  const known = draft.id && servers.get(draft.id);
  const isSame = known?.record.url === readUrl(draft.url);
  const stored = known && isSame ? await store.secrets(known.record) : undefined;
  const headers = draft.headers ?? stored?.headers ?? {};
  return diagnose(draft, {
    fetch: (url, init) =>
      network.fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' }),
    connect: (url, signal) =>
      connect(
        draft.transport ?? 'auto',
        undefined,
        {
          url,
          fetch: guardFetch({
            ...withoutConnection,
            fetch: createConnectionFetch(url, network),
            headers: { origin: url.origin, values: headers },
            now: Date.now,
            get: 'listens',
          }),
          auth:
            known && isSame
              ? known.signIn.auth(known.record)
              : { token: async () => undefined, onUnauthorized: () => Promise.reject(fail('needs_sign_in')) },
          version: 'examine',
          elicit: async () => ({ action: 'decline' }),
          onChanged: () => undefined,
          onLog: () => undefined,
          onProblem: () => undefined,
        },
        signal,
      ),
    headers,
    isPrivate: async (url) => (await classifyHost(url.hostname)) === 'private',
    localNetwork: (url) => localNetworkState(url.hostname),
    online: network.online,
    origin: location.origin,
  });
}
