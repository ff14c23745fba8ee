/** The connection doctor, with the stored secrets of the server it examines. */
import type { McpServerDraft } from '../../src/shared/mcp.ts';
import type { McpReport } from '../../src/shared/mcp-doctor.ts';
import type { Mcp } from './open-mcp.ts';

export async function examineServer({ url }: McpServerDraft, _mcp: Mcp): Promise<McpReport> {
  return {
    url,
    ok: false,
    findings: [],
    forOwner: { origin: '', methods: [], allowHeaders: [], exposeHeaders: [] },
    relayHelps: false,
  };
}
