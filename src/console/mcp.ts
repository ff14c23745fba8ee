/** `oneclaw.mcp`: tool servers (MCP) for scripts, which name a server instead of its id. */
import { unwrap } from './door.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { asId, type ServerId } from '#shared/ids.ts';
import type { McpCompletionTarget, McpServerDraft, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';

type ServerInput = Omit<McpServerDraft, 'id'> & {
  /** The agent that gets its tools; the default agent if absent. */
  agent?: string;
};

/** Names may be given as they were typed, or as the ids in `ToolInfo.source`. */
export function createMcpDoor(api: EngineApi) {
  async function find(name: string): Promise<McpServerInfo> {
    const all = await api.mcp.list();
    const found = all.find((server) => server.name === name || server.id === name);
    if (found) return found;
    const known = all.map((server) => server.name).join(', ') || 'none';
    throw new Error(`There is no server '${name}'. Known servers: ${known}.`);
  }
  async function on<T>(name: string, work: (id: ServerId) => Promise<McpAnswer<T>>): Promise<T> {
    return unwrap(work((await find(name)).id));
  }

  return {
    /** Resolves to the id at once; `connect` waits for the connection. A known name changes that server. */
    async add({ agent, ...input }: ServerInput): Promise<string> {
      const known = (await api.mcp.list()).find(({ name }) => name === input.name);
      const draft = { ...input, ...(known ? { id: known.id } : {}) };
      const saved = await unwrap(agent ? api.mcp.save(draft, asId<'agent'>(agent)) : api.mcp.save(draft));
      return saved.id;
    },
    list: () => api.mcp.list(),
    remove: async (name: string) => api.mcp.remove((await find(name)).id),
    connect: (name: string) => on(name, (id) => api.mcp.connect(id)),
    setEnabled: (name: string, enabled: boolean) => on(name, (id) => api.mcp.setEnabled(id, enabled)),
    acceptChanges: (name: string, tools?: string[]) => on(name, (id) => api.mcp.acceptChanges(id, tools)),
    /** Parses a pasted address or configuration. Stores nothing. */
    read: (text: string) => api.mcp.read(text),
    catalogue: () => api.mcp.catalogue(),
    /** Tries an address, step by step. */
    examine: (input: Omit<McpServerDraft, 'name' | 'id'> & { name?: string }) =>
      api.mcp.examine({ name: 'examined', ...input }),
    /** Where the user signs in; `redirect` is the address of this app's `oauth.html`. */
    signIn: (name: string, redirect = new URL('oauth.html', location.href).href) =>
      on(name, (id) => api.mcp.signIn(id, redirect)),
    finishSignIn: (address: string) => unwrap(api.mcp.finishSignIn(address)),
    signOut: (name: string) => on(name, (id) => api.mcp.signOut(id)),
    resources: (name: string) => on(name, (id) => api.mcp.resources(id)),
    readResource: (name: string, uri: string) => on(name, (id) => api.mcp.readResource(id, uri)),
    prompts: (name: string) => on(name, (id) => api.mcp.prompts(id)),
    prompt: (name: string, prompt: string, values: Record<string, string> = {}) =>
      on(name, (id) => api.mcp.prompt(id, prompt, values)),
    /** Tools offered to other agents in this browser (WebMCP). The user is asked at each call. */
    offered: async () => (await api.mcp.offered()).map((tool) => tool.name),
    offer: (tool: string, isOffered = true) => api.mcp.offer(tool, isOffered),
    complete: (
      name: string,
      target: McpCompletionTarget,
      argument: { name: string; value: string },
      others?: Record<string, string>,
    ) => on(name, (id) => api.mcp.complete(id, target, argument, others)),
    log: async (name: string) => api.mcp.log((await find(name)).id),
    /** Answers what a server asked; the question is in a `permission-request` event. */
    answer: (prompt: string, answer: PromptAnswer) => api.chat.answerPrompt(asId<'prompt'>(prompt), answer),
  };
}
