/** The engine's calls for servers of tools; `EngineApi.mcp`. */
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
import type { McpReport } from './mcp-diagnosis.ts';
import type { McpAnswer } from './mcp-error.ts';
import type { ToolCallReport } from '../rpc/protocol.ts';
import type { ToolInfo } from '../tools/tool.ts';

/** Contract: as of `EngineApi`. What changes by itself is told by `changed` events of the kind `mcp`. */
export type McpApi = {
  /** By age. Connects, behind the answer, whatever is switched on. */
  list(): Promise<McpServerInfo[]>;
  /** A new server is on for this agent only, the everyday one where none is named, and is connected behind the answer. */
  save(draft: McpServerDraft, agent?: AgentId): Promise<McpAnswer<McpServerInfo>>;
  /** With its secrets, and with what agents' lists say of it. */
  remove(id: ServerId): Promise<void>;
  /** Off: all its tools at once, for every agent; calls that go on end. */
  setEnabled(id: ServerId, enabled: boolean): Promise<McpAnswer<void>>;
  /** Waits until it is connected, anew where it was. */
  connect(id: ServerId): Promise<McpAnswer<McpServerInfo>>;
  /** What the changed tools say now is what they may say; `tools` are their names or, of what was shown, their marks; absent: all. */
  acceptChanges(id: ServerId, tools?: string[]): Promise<McpAnswer<void>>;
  /** Makes drafts of a pasted address, link or configuration. */
  read(text: string): Promise<McpImport>;
  /** Servers that are known to let pages in, with the day on which that was looked up, and how. */
  catalogue(): Promise<McpCatalogue>;
  /** Tries a server that need not be saved, step by step; with its stored secrets where it is and the address is theirs. */
  examine(draft: McpServerDraft): Promise<McpReport>;

  /**
   * Where the user signs in. The page opens the address, in the same moment as a tap; the engine waits for the answer,
   * which `oauth.html` brings, and connects. `redirect` is the address of that page.
   */
  signIn(id: ServerId, redirect: string): Promise<McpAnswer<{ url: string }>>;
  /** The same answer, where it came another way: the address that the browser was sent back to. */
  finishSignIn(address: string): Promise<McpAnswer<McpServerInfo>>;
  /** Forgets the tokens, and asks the server to. */
  signOut(id: ServerId): Promise<McpAnswer<void>>;

  resources(id: ServerId): Promise<McpAnswer<McpResources>>;
  readResource(id: ServerId, uri: string): Promise<McpAnswer<McpContent[]>>;
  prompts(id: ServerId): Promise<McpAnswer<McpPrompt[]>>;
  prompt(id: ServerId, name: string, values: Record<string, string>): Promise<McpAnswer<McpPromptText>>;
  /** What could stand for `value` in this argument, with the others as they are. */
  complete(
    id: ServerId,
    target: McpCompletionTarget,
    argument: { name: string; value: string },
    others?: Record<string, string>,
  ): Promise<McpAnswer<McpCompletion>>;
  /** The last lines of this tab's connection, oldest first. */
  log(id: ServerId): Promise<McpLogLine[]>;

  /** Our own tools that agents of the browser may ask for (WebMCP), where they can be used now. */
  offered(): Promise<ToolInfo[]>;
  offer(tool: string, isOffered: boolean): Promise<void>;
  /** As `EngineApi.callTool`, for such an agent: the user is asked every time. */
  callOffered(tool: string, parameters: JsonObject, call: CallId): Promise<ToolCallReport>;
};
