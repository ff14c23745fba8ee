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

/** Contract: as `EngineApi`. Changes are reported by `changed` events of the kind `mcp`. */
export type McpApi = {
  /** Oldest first. Connects servers that are switched on and idle, in the background. */
  list(): Promise<McpServerInfo[]>;
  /** A new server is offered to this agent only (absent: the default one), and connects in the background. */
  save(draft: McpServerDraft, agent?: AgentId): Promise<McpAnswer<McpServerInfo>>;
  /**
   * Removes a server, its secrets and its entries in agents' tool lists. Its tokens are revoked; a
   * notice reports if that failed.
   */
  remove(id: ServerId): Promise<void>;
  /** Off: no agent can use its tools, and running calls end. */
  setEnabled(id: ServerId, enabled: boolean): Promise<McpAnswer<void>>;
  /** Reconnects and waits for the connection. */
  connect(id: ServerId): Promise<McpAnswer<McpServerInfo>>;
  /**
   * Accepts changed tools as they are now. `tools`: their names, or the marks of the versions that
   * were shown; absent: all.
   */
  acceptChanges(id: ServerId, tools?: string[]): Promise<McpAnswer<void>>;
  /** Reads drafts from a pasted address, link or configuration. */
  read(text: string): Promise<McpImport>;
  /** Servers that are known to allow web pages, with date and source. */
  catalogue(): Promise<McpCatalogue>;
  /** Diagnoses a connection step by step; the server need not be saved. Uses stored secrets where the address is the same. */
  examine(draft: McpServerDraft): Promise<McpDiagnosis>;

  /**
   * Returns the address where the user signs in. The page opens it during a tap, so that the popup
   * is not blocked; `oauth.html` passes the answer on, and the engine connects. `redirect` is the
   * address of that page.
   */
  signIn(id: ServerId, redirect: string): Promise<McpAnswer<{ url: string }>>;
  /** Completes a sign-in by hand, with the address that the browser was redirected to. */
  finishSignIn(address: string): Promise<McpAnswer<McpServerInfo>>;
  /** Deletes the tokens, and revokes them at the server. */
  signOut(id: ServerId): Promise<McpAnswer<void>>;

  resources(id: ServerId): Promise<McpAnswer<McpResources>>;
  readResource(id: ServerId, uri: string): Promise<McpAnswer<McpContent[]>>;
  prompts(id: ServerId): Promise<McpAnswer<McpPrompt[]>>;
  prompt(id: ServerId, name: string, values: Record<string, string>): Promise<McpAnswer<McpPromptText>>;
  /**
   * Suggestions for the argument. `value` is its text so far; `others` are the values of the other
   * arguments.
   */
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
  /** Like `EngineApi.tools.call`, for an agent of the browser: the user is asked at each call. */
  callOffered(tool: string, parameters: JsonObject, call: CallId): Promise<ToolCallReport>;
};
