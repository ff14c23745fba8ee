/** Opens a link with the transport and revision that the server supports; tries the current ones first. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpTransport } from '#shared/mcp/mcp.ts';
import { toError, asError } from '../errors/failure.ts';
import { loadClient } from './load-client.ts';
import type { Link, LinkDeps } from './link.ts';

export type TransportChoice = { transport: 'http' | 'sse'; era: 'auto' | 'legacy' };
export type Opened = { link: Link; way: TransportChoice };

/** HTTP statuses with which servers of the older SSE transport answer a Streamable HTTP request. */
const olderStatuses = new Set([400, 404, 405, 406, 415, 501]);

/** If all attempts fail, throws the error of the preferred one. `known`: what worked the last time. */
export async function connect(
  wanted: McpTransport,
  known: TransportChoice | undefined,
  deps: Omit<LinkDeps, 'transport' | 'era'>,
  signal: AbortSignal,
): Promise<Opened> {
  const { openLink } = await loadClient();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(mcpLimits.connectMs * 2)]);
  const open = async (way: TransportChoice): Promise<Opened> => ({
    link: await openLink({ ...deps, ...way }, limit),
    way,
  });

  if (wanted === 'sse') return open({ transport: 'sse', era: 'legacy' });
  if (wanted === 'auto' && known?.transport === 'sse') return open(known).catch(() => openNewer());
  return openNewer();

  async function openNewer(): Promise<Opened> {
    try {
      return await open({ transport: 'http', era: known?.era ?? 'auto' });
    } catch (error) {
      const failed = toError(error);
      // A server may allow web pages (CORS) but not the request headers of the newest revision.
      if (failed.type === 'unreachable' && known?.era !== 'legacy')
        return openLegacy().catch(() => Promise.reject(asError(error)));
      return openOlder(error);
    }
  }

  async function openLegacy(): Promise<Opened> {
    return open({ transport: 'http', era: 'legacy' }).catch(openOlder);
  }

  async function openOlder(error: unknown): Promise<Opened> {
    const { status } = toError(error);
    if (wanted !== 'auto' || status === undefined || !olderStatuses.has(status)) throw asError(error);
    return open({ transport: 'sse', era: 'legacy' }).catch(() => Promise.reject(asError(error)));
  }
}
