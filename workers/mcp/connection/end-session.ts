/** Tells a server that keeps sessions that one is over; the library's own way breaks off with the connection it belongs to. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';

type EndPorts = { url: URL; fetch: ConnectionFetch; auth: { token(): Promise<string | undefined> } };

export async function endSession(
  { url, fetch, auth }: EndPorts,
  session: string,
  protocol: string,
): Promise<void> {
  const token = await auth.token();
  const headers = {
    'mcp-session-id': session,
    'mcp-protocol-version': protocol,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(mcpLimits.connectMs);
  const { body } = await fetch(url, { method: 'DELETE', headers, signal });
  await body?.cancel();
}
