/** The connection doctor at work: with the stored secrets of the server it examines, where the address is theirs. */
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import type { McpReport } from '#shared/mcp/mcp-diagnosis.ts';
import { readUrl } from '#workers/mcp/check-draft.ts';
import { connect } from '#workers/mcp/connection/negotiate-transport.ts';
import { examine } from '#workers/mcp/diagnose.ts';
import { fail } from '#workers/mcp/errors/failure.ts';
import { guardFetch } from '#workers/mcp/connection/guarded-fetch.ts';
import { createConnectionFetch } from '#workers/network/connection-fetch.ts';
import { classifyHost } from '#workers/network/host-class.ts';
import type { Mcp } from './open-mcp.ts';

export async function examineServer(draft: McpServerDraft, mcp: Mcp): Promise<McpReport> {
  const { network, servers, store } = mcp;
  const known = draft.id && servers.get(draft.id);
  const isSame = known?.record.url === readUrl(draft.url);
  const stored = known && isSame ? await store.secrets(known.record) : undefined;
  const headers = draft.headers ?? stored?.headers ?? {};
  return examine(draft, {
    fetch: (url, init) =>
      network.fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' }),
    connect: (url, signal) =>
      connect(
        draft.transport ?? 'auto',
        undefined,
        {
          url,
          fetch: guardFetch({
            fetch: createConnectionFetch(url, network),
            headers: { origin: url.origin, values: headers },
            now: Date.now,
            get: 'listens',
            isUserAsked: () => false,
            onLimit: () => undefined,
            onSessionLost: () => undefined,
          }),
          auth:
            known && isSame
              ? known.signIn.auth(known.record)
              : { token: async () => undefined, onUnauthorized: () => Promise.reject(fail('needs_sign_in')) },
          version: 'doctor',
          elicit: async () => ({ action: 'decline' }),
          onChanged: () => undefined,
          onLog: () => undefined,
          onProblem: () => undefined,
        },
        signal,
      ),
    headers,
    isPrivate: async (url) => (await classifyHost(url.hostname)) === 'private',
    localNetwork: async () => localNetwork(),
    online: network.online,
    origin: location.origin,
  });
}

/** Chromium asks before a page reaches the local network; under which of the names depends on its version. */
async function localNetwork(): Promise<'granted' | 'denied' | 'prompt' | 'unsupported'> {
  for (const name of ['local-network-access', 'local-network']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // This browser does not know the name.
    }
  }
  return 'unsupported';
}
