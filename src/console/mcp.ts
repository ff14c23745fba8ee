/** `oneclaw.mcp`: tool servers (MCP) for scripts, which name a server instead of its id. */
import { unwrap } from './console-domain.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { asId, type ServerId } from '#shared/ids.ts';
import type { McpCompletionTarget, McpServerDraft, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import { requireKnown, type FieldsOf } from './known-fields.ts';

type ServerInput = Omit<McpServerDraft, 'id'> & {
  /** The agent that gets its tools; the everyday agent if absent. */
  agent?: string;
};

const serverFields: FieldsOf<ServerInput> = {
  name: true,
  title: true,
  url: true,
  transport: true,
  headers: true,
  clientId: true,
  clientSecret: true,
  sampling: true,
  enabled: true,
  agent: true,
};

/** Servers may be named by their names or by the ids in `ToolInfo.source`. */
export function createMcpDomain(api: EngineApi) {
  const find = (name: string) => findServer(api, name);
  async function on<T>(name: string, work: (id: ServerId) => Promise<McpAnswer<T>>): Promise<T> {
    return unwrap(work((await find(name)).id));
  }

  return {
    /** Resolves to the id at once; `connect` waits for the connection. A known name changes that server. */
    async add(given: ServerInput): Promise<string> {
      requireKnown('oneclaw.mcp.add', given, serverFields, 'field');
      const { agent, ...input } = given;
      const known = (await api.mcp.list()).find(({ name }) => name === input.name);
      const draft = { ...input, ...(known ? { id: known.id } : {}) };
      const saved = await unwrap(agent ? api.mcp.save(draft, asId<'agent'>(agent)) : api.mcp.save(draft));
      return saved.id;
    },
    /**
     * Settings, state and tools of every server, with the reason for each tool that was refused or has
     * changed.
     */
    list: () => api.mcp.list(),
    /** Removes a server with its stored headers and tokens, and asks the server to revoke them. */
    remove: async (name: string) => api.mcp.remove((await find(name)).id),
    /** Waits until the server is connected; reconnects it if it was. */
    connect: (name: string) => on(name, (id) => api.mcp.connect(id)),
    /** Switches a server with all its tools on or off. */
    setEnabled: (name: string, enabled: boolean) => on(name, (id) => api.mcp.setEnabled(id, enabled)),
    /** Accepts the changed tools as they are now: all of them, or those named. */
    acceptChanges: (name: string, tools?: string[]) => on(name, (id) => api.mcp.acceptChanges(id, tools)),
    /** Parses a pasted address or configuration. Stores nothing. */
    read: (text: string) => api.mcp.read(text),
    /** Servers known to accept requests from web pages, and when that was checked. */
    catalogue: () => api.mcp.catalogue(),
    /** Diagnoses a server step by step; it need not be saved. */
    examine: (input: Omit<McpServerDraft, 'name' | 'id'> & { name?: string }) =>
      api.mcp.examine({ name: 'examined', ...input }),
    /** Resolves to the address where the user signs in; `redirect` is that of this app's `oauth.html`. */
    signIn: (name: string, redirect = new URL('oauth.html', location.href).href) =>
      on(name, (id) => api.mcp.signIn(id, redirect)),
    /** Completes a sign-in with the address that the browser was redirected to. */
    finishSignIn: (address: string) => unwrap(api.mcp.finishSignIn(address)),
    /** Deletes the tokens and asks the server to revoke them. */
    signOut: (name: string) => on(name, (id) => api.mcp.signOut(id)),
    ...createOfferMethods(api, on),
    /** Tools offered to other agents in this browser (WebMCP). The user is asked at each call. */
    offered: async () => (await api.mcp.offered()).map((tool) => tool.name),
    /** Offers a tool to other agents in this browser, or withdraws it. */
    offer: (tool: string, isOffered = true) => api.mcp.offer(tool, isOffered),
    /** The last lines of this tab's connection log, oldest first. */
    log: async (name: string) => api.mcp.log((await find(name)).id),
    /** Answers a form or question of a server; it arrives as a `permission-request` event. */
    answer: (prompt: string, answer: PromptAnswer) => api.chat.answerPrompt(asId<'prompt'>(prompt), answer),
  };
}

type OnServer = <T>(name: string, work: (id: ServerId) => Promise<McpAnswer<T>>) => Promise<T>;

function createOfferMethods(api: EngineApi, on: OnServer) {
  return {
    /** The resources and resource templates of a server. */
    resources: (name: string) => on(name, (id) => api.mcp.resources(id)),
    /** The contents of a resource. */
    readResource: (name: string, uri: string) => on(name, (id) => api.mcp.readResource(id, uri)),
    /** The prompts a server offers. */
    prompts: (name: string) => on(name, (id) => api.mcp.prompts(id)),
    /** The messages of a server's prompt, with `values` for its arguments. */
    prompt: (name: string, prompt: string, values: Record<string, string> = {}) =>
      on(name, (id) => api.mcp.prompt(id, prompt, values)),
    /** Suggestions for an argument of a prompt or a variable of a resource template. */
    complete: (
      name: string,
      target: McpCompletionTarget,
      argument: { name: string; value: string },
      others?: Record<string, string>,
    ) => on(name, (id) => api.mcp.complete(id, target, argument, others)),
  };
}

async function findServer(api: EngineApi, name: string): Promise<McpServerInfo> {
  const all = await api.mcp.list();
  const found = all.find((server) => server.name === name || server.id === name);
  if (found) return found;
  const known = all.map((server) => server.name).join(', ') || 'none';
  throw new Error(`There is no server '${name}'. Known servers: ${known}.`);
}
