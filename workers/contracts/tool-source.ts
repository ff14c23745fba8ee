/** The contract of everything that brings tools: ours, MCP servers, edge nodes. The executor cannot tell them apart. */
import type { JsonObject } from '#shared/json.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { HostOutcome } from './tool-host-protocol.ts';
import type { Caller } from '#workers/engine/tools/engine-tool.ts';

export type EngineControl = {
  /** Aborts at the deadline, at a stop, and when the call is over; 250 ms later nobody listens any more. */
  signal: AbortSignal;
  /** Shows one line on the call's card. */
  progress(text: string): void;
  /** No deadline runs until what this returns is called: the user is asked something. */
  hold(): () => void;
  /** Whose call it is. */
  caller: Caller;
};

/**
 * Answers a call in the engine. Contract: it only waits (for a server, a node, a user) and never computes; a failure
 * is a value. Whether it ever answers is not its caller's worry: the engine bounds the wait.
 */
export type EngineTool = (values: JsonObject, control: EngineControl) => Promise<HostOutcome>;

/** `answer` is there for a tool that says `runs: 'engine'`. */
export type SourceTool = { definition: ToolDefinition; answer?: EngineTool };

/** A tool that arrived and cannot be used; `name` is for showing only. */
export type RefusedTool = { name: string; refusal: ToolRefusal };

/**
 * Contract: the same definition object stands for the same tool; where anything of it changes, it is another object.
 * A call that was checked against an object that is no longer there is not made.
 */
export type ToolSource = {
  /** As in `ToolInfo.source`; names of outside tools begin with it and two underscores. */
  id: string;
  tools(): readonly SourceTool[];
  refused(): readonly RefusedTool[];
  /** Calls `listener` after `tools()` or `refused()` changed; returns what ends that. */
  onChange(listener: () => void): () => void;
};
