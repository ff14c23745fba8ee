/** Finds a way to a server: by the transport and the revision it knows, the current ones first. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpTransport } from '#shared/mcp/mcp.ts';
import { explainFailure } from '../errors/explain-failure.ts';
import { loadClient } from './load-client.ts';
import type { Link, LinkPorts } from './protocol-client.ts';

export type Way = { transport: 'http' | 'sse'; era: 'auto' | 'legacy' };
export type Opened = { link: Link; way: Way };

/** Statuses by which a server of the older transport answers what it does not know. */
const olderStatuses = new Set([400, 404, 405, 406, 415, 501]);

/** Throws what the best way failed with. `known`: what worked the last time. */
export async function connect(
  wanted: McpTransport,
  known: Way | undefined,
  ports: Omit<LinkPorts, 'transport' | 'era'>,
  signal: AbortSignal,
): Promise<Opened> {
  const { openLink } = await loadClient();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(mcpLimits.connectMs * 2)]);
  const open = async (way: Way): Promise<Opened> => ({
    link: await openLink({ ...ports, ...way }, limit),
    way,
  });

  if (wanted === 'sse') return open({ transport: 'sse', era: 'legacy' });
  if (wanted === 'auto' && known?.transport === 'sse') return open(known).catch(() => openNewer());
  return openNewer();

  async function openNewer(): Promise<Opened> {
    try {
      return await open({ transport: 'http', era: known?.era ?? 'auto' });
    } catch (error) {
      const failed = explainFailure(error);
      // A server may let pages in and still refuse the headers by which the newest revision asks.
      if (failed.type === 'unreachable' && known?.era !== 'legacy')
        return openLegacy().catch(() => Promise.reject(toThrow(error)));
      return openOlder(error);
    }
  }

  async function openLegacy(): Promise<Opened> {
    return open({ transport: 'http', era: 'legacy' }).catch(openOlder);
  }

  async function openOlder(error: unknown): Promise<Opened> {
    const { status } = explainFailure(error);
    if (wanted !== 'auto' || status === undefined || !olderStatuses.has(status)) throw toThrow(error);
    return open({ transport: 'sse', era: 'legacy' }).catch(() => Promise.reject(toThrow(error)));
  }
}

function toThrow(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
