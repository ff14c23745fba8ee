/** The engine's API for tool servers (MCP); `EngineApi.mcp`. */
import type { AgentId, CallId, ServerId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type {
  McpCatalogue,
  McpCompletion,
  McpCompletionTarget,
  McpContent,
  McpImport,
  McpLogLine,
  McpPrompt,
  McpPromptText,
  McpResources,
  McpServerDraft,
  McpServerInfo,
} from './mcp.ts';
import type { McpDiagnosis } from './mcp-diagnosis.ts';
import type { McpAnswer } from './mcp-error.ts';
import type { ToolCallReport } from '../rpc/protocol.ts';
import type { ToolInfo } from '../tools/tool.ts';

/** Contract: as `EngineApi`. Changes are told by `changed` events of the kind `mcp`. */
export type McpApi = {
  /** Oldest first. Connects servers that are switched on and idle, in the background. */
  list(): Promise<McpServerInfo[]>;
  /** A new server is offered to this agent only (absent: the default one), and connects in the background. */
  save(draft: McpServerDraft, agent?: AgentId): Promise<McpAnswer<McpServerInfo>>;
  /** Together with its secrets and its entries in agents' tool lists. Its tokens are revoked; a notice says where that failed. */
  remove(id: ServerId): Promise<void>;
  /** Off: all its tools, for every agent; running calls end. */
  setEnabled(id: ServerId, enabled: boolean): Promise<McpAnswer<void>>;
  /** Reconnects, and waits for it. */
  connect(id: ServerId): Promise<McpAnswer<McpServerInfo>>;
  /** Accepts changed tools as they are now. `tools`: their names or the marks of what was shown; absent: all. */
  acceptChanges(id: ServerId, tools?: string[]): Promise<McpAnswer<void>>;
  /** Reads drafts from a pasted address, link or configuration. */
  read(text: string): Promise<McpImport>;
  /** Servers that are known to allow web pages, with date and source. */
  catalogue(): Promise<McpCatalogue>;
  /** Diagnoses a connection step by step; the server need not be saved. Uses stored secrets where the address is the same. */
  examine(draft: McpServerDraft): Promise<McpDiagnosis>;

  /**
   * Returns the address where the user signs in. The page opens it during a tap, so that it is no blocked popup;
   * `oauth.html` brings the answer, and the engine connects. `redirect` is the address of that page.
   */
  signIn(id: ServerId, redirect: string): Promise<McpAnswer<{ url: string }>>;
  /** The answer entered by hand: the address that the browser was sent back to. */
  finishSignIn(address: string): Promise<McpAnswer<McpServerInfo>>;
  /** Deletes the tokens, and revokes them at the server. */
  signOut(id: ServerId): Promise<McpAnswer<void>>;

  resources(id: ServerId): Promise<McpAnswer<McpResources>>;
  readResource(id: ServerId, uri: string): Promise<McpAnswer<McpContent[]>>;
  prompts(id: ServerId): Promise<McpAnswer<McpPrompt[]>>;
  prompt(id: ServerId, name: string, values: Record<string, string>): Promise<McpAnswer<McpPromptText>>;
  /** Proposals for the argument, whose value so far is `value`, given the others. */
  complete(
    id: ServerId,
    target: McpCompletionTarget,
    argument: { name: string; value: string },
    others?: Record<string, string>,
  ): Promise<McpAnswer<McpCompletion>>;
  /** The last lines of this tab's connection, oldest first. */
  log(id: ServerId): Promise<McpLogLine[]>;

  /** Tools offered to the browser's agents (WebMCP) that can be used now. */
  offered(): Promise<ToolInfo[]>;
  offer(tool: string, isOffered: boolean): Promise<void>;
  /** As `EngineApi.callTool`, for such an agent: the user is asked every time. */
  callOffered(tool: string, parameters: JsonObject, call: CallId): Promise<ToolCallReport>;
};
