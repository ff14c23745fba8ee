/** Servers of tools as the page asks for them. */
import type { McpApi } from '../../../src/shared/mcp-api.ts';
import type { McpAnswer } from '../../../src/shared/mcp-error.ts';
import type { Services } from '../services.ts';

const notYet = async (): Promise<McpAnswer<never>> => ({ ok: false, error: { type: 'internal' } });

export function createMcpApi(_services: Services): McpApi {
  return {
    list: async () => [],
    save: notYet,
    remove: async () => undefined,
    setEnabled: notYet,
    connect: notYet,
    acceptChanges: notYet,
    read: async () => ({ drafts: [], refused: [] }),
    catalogue: async () => ({ date: '', servers: [] }),
    examine: async ({ url }) => ({
      url,
      ok: false,
      findings: [],
      forOwner: { origin: '', methods: [], allowHeaders: [], exposeHeaders: [] },
      relayHelps: false,
    }),
    signIn: notYet,
    finishSignIn: notYet,
    signOut: notYet,
    resources: notYet,
    readResource: notYet,
    prompts: notYet,
    prompt: notYet,
    complete: notYet,
    log: async () => [],
  };
}
