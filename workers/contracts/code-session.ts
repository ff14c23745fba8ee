/** What the shell and the interpreters of a conversation keep between calls: small texts by name. */
import { browserAgentId } from '#shared/agents/agent.ts';
import { asId, type AgentId, type SessionId } from '#shared/ids.ts';
import type { ToolFiles } from './ports/file-port.ts';
import type { NetworkPort } from './ports/network-port.ts';

export type SessionState = {
  read(name: string): Promise<string | null>;
  /** Replaces the text atomically. At most 1 MB. */
  write(name: string, text: string): Promise<void>;
};

/** What every runtime of a code host gets for a call. */
export type RuntimeContext = {
  files: ToolFiles;
  session: SessionState;
  /** Absent if the agent may not use the network. */
  network?: NetworkPort | undefined;
  signal: AbortSignal;
  /** Shows output on the card while the call runs. */
  output(text: string): void;
  /** As in `workers/tools/tool.ts`; absent in a shell, which limits the command itself. */
  limitTime?(ms: number | undefined): void;
  fullText?: string | undefined;
};

/** The code session of the user's calls outside of conversations. */
export const consoleSession = asId<'session'>('console');
/** The code session of the browser's agents (WebMCP), which must not read the user's `consoleSession`. */
export const browserSession = asId<'session'>('browser');

/** The code session a call belongs to: the name of its folder, and a part of the names of its hosts and locks. */
export function codeSessionOf(session: SessionId | undefined, agent?: AgentId): SessionId {
  return session ?? (agent === browserAgentId ? browserSession : consoleSession);
}
