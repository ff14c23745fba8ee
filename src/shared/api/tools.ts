/** Tools and single tool calls: `api.tools`. */
import type { AgentId, CallId, SessionId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import type { DefinitionFormat, Fallible, ToolCallReport } from '../rpc/protocol.ts';
import type { ToolInfo } from '../tools/tool.ts';

export type ToolsApi = {
  /** All tools, built-in and of tool servers, including refused ones with the reason. */
  list(): Promise<ToolInfo[]>;
  /** Tool definitions in a provider's format; all enabled tools if no names are given. */
  definitions(format: DefinitionFormat, names?: string[]): Promise<Fallible<Json[]>>;
  /** A disabled tool is not offered to any agent; a call of it returns `tool_not_available`. */
  setEnabled(name: string, enabled: boolean): Promise<Fallible<void>>;
  /** Runs one call of the user, with validation, permissions and deadline. */
  call(name: string, parameters: JsonObject, options?: ToolCallOptions): Promise<ToolCallReport>;
};

/**
 * `session`: the conversation whose shell, interpreters and changes the call joins. `agent`: as whom it runs; absent:
 * the agent of the session, or one that may call every tool. With its id, `call`, it can be cancelled.
 */
export type ToolCallOptions = { agent?: AgentId; session?: SessionId; call?: CallId };
