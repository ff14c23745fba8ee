/** Anything that brings tools to the registry: the built-in list, tool servers. The executor treats them alike. */
import type { AgentId, CallId, SessionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ToolOutcome } from './tool-host-protocol.ts';

/** No `session`: a call outside a conversation. `codeSession`: whose shell and processes it uses. */
export type Caller = { call: CallId; codeSession: SessionId; agent?: AgentId; session?: SessionId };

export type EngineControl = {
  /** Aborts at the deadline, at a stop, or after the call; an answer is accepted for 250 ms after that. */
  signal: AbortSignal;
  /** Shows one line on the call's card. */
  progress(text: string): void;
  /** Pauses the deadline, because the user is asked something, until the returned function is called. */
  hold(): () => void;
  caller: Caller;
  /** Searches the tools that the caller may use. */
  findTools?: ((query: string) => Promise<Finding>) | undefined;
};

/** `share`: of the best match's score. `isSent`: each request carries its definition already. */
export type FoundTool = { tool: ToolDefinition; share: number; isSent: boolean };

/** `notes`: what to do where no tool does it. `tools`: the best match first. */
export type Finding = { notes: readonly string[]; tools: readonly FoundTool[] };

/**
 * Answers a call in the engine. Contract: it only waits (for a server or the user) and never computes; a failure is a
 * value. It may never answer: the engine bounds the wait.
 */
export type InEngineTool = (values: JsonObject, control: EngineControl) => Promise<ToolOutcome>;

/** `answer` is present if the definition says `runs: 'engine'`. */
export type SourceTool = { definition: ToolDefinition; answer?: InEngineTool };

/** An announced tool that cannot be used; `name` is for display only. */
export type RefusedTool = { name: string; refusal: ToolRefusal };

/**
 * Contract: a tool keeps its definition object; if anything of it changes, it gets another object. A call that was
 * checked against a definition that has been replaced is not made.
 */
export type ToolSource = {
  /** As in `ToolInfo.source`; names of external tools begin with it and two underscores. */
  id: string;
  tools(): readonly SourceTool[];
  refused(): readonly RefusedTool[];
  /** The URL its calls are sent to; absent if they do not leave the device. */
  address?(): string;
  /** Calls `listener` after `tools()` or `refused()` changed; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
};
