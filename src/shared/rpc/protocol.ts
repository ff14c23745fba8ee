/** Values that calls between the page and the engine worker take and return. */
import type { Agent, Budget } from '../agents/agent.ts';
import type { MediaBlock } from '../conversation/content.ts';
import type { SessionInfo } from '../conversation/session.ts';
import type { AgentId, CallId, MessageId, ProviderId, RunId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { ProviderInfo, ServerKind } from '../models/provider.ts';
import type { HandOver } from '../runs/hand-over.ts';
import type { Outcome } from '../runs/run-event.ts';
import type { Prompt } from '../tools/permission.ts';
import type { ToolErrorType, ToolResult } from '../tools/tool.ts';

/** A value or an error. Nothing throws across a thread. */
export type Fallible<T> =
  { ok: true; value: T } | { ok: false; error: { type: ToolErrorType; message: string } };

/** The data of the page's first screen. */
export type Boot = {
  /** The Web Lock that the engine holds while it lives; acquiring it proves that the engine is dead. */
  lock: string;
  sessions: SessionInfo[];
  providers: ProviderInfo[];
  defaultProvider: ProviderId;
  agents: Agent[];
  /** Open prompts of all tabs; later ones arrive as events. */
  prompts: Prompt[];
  /** A backup was imported, or its import was interrupted: `api.backup.state` has the details. */
  hasImport?: true;
  /** Why nothing can be stored: a newer version wrote the database, the browser refused, or the engine failed to start. */
  problem?: 'newer_database' | 'no_storage' | 'engine_failed';
};

export type SendInput = {
  session: SessionId;
  text: string;
  /** Absent: the session's provider, else the default one. */
  provider?: ProviderId;
  /** Absent: the session's agent, else the everyday agent. */
  agent?: AgentId;
  /** Overrides the provider's model for this run. */
  model?: string;
  /** Limit of this run; the budget of the agent applies as well. */
  budget?: Budget;
  /**
   * An agent wrote the text while text from outside was in its chat: it counts as text from
   * outside, not as the user's.
   */
  isPlanted?: true;
  /** Stored with the message; images are sent to the model. */
  attachments?: Attachment[];
  /** Files already stored with the session, as when a message is edited. */
  media?: MediaBlock[];
  /** The message to continue from, in a new branch; `null` for the beginning. */
  base?: MessageId | null;
};

/** `original`: the file that was given, where `blob` is a scaled or converted picture of it. */
export type Attachment = { blob: Blob; name?: string; original?: Blob };

/** How to handle calls that were running when their tab died and are not repeatable. */
export type ResumeChoice = 'repeat' | 'skip';

/** The result of `oneclaw.chat.send`, at the end of the run. */
export type RunReport = {
  session: SessionId;
  run: RunId;
  outcome: Outcome;
  /** The text of the last step. */
  text: string;
  calls: { id: CallId; name: string; arguments: JsonObject; result: ToolResult; duration_ms: number }[];
  /** Of a run with calls that did not complete: what was done and what was not. */
  handOver?: HandOver;
};

export type ToolCallReport = ToolResult & { duration_ms: number };

export type FileEntry = { name: string; type: 'file' | 'directory'; size: number; modified: number };

/** The daily limit and today's spending, without active runs. */
export type DayBudget = { budget: Budget; spent: { tokens: number; cost: number } };

/** The provider formats of tool definitions. */
export type DefinitionFormat = ServerKind;
