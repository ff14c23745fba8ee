/** Branded ids, so that a run id cannot be handed to a function that wants a session id. */

declare const brand: unique symbol;
export type Id<Name extends string> = string & { readonly [brand]: Name };

export type SessionId = Id<'session'>;
export type MessageId = Id<'message'>;
export type RunId = Id<'run'>;
/** Given by the provider; unique only within one branch of one session. */
export type CallId = Id<'call'>;
/** One execution of a call; globally unique. */
export type ExecutionId = Id<'execution'>;
export type ProviderId = Id<'provider'>;
export type AgentId = Id<'agent'>;
export type PromptId = Id<'prompt'>;
export type SavedPromptId = Id<'savedPrompt'>;
export type MemoryId = Id<'memory'>;
export type TaskId = Id<'task'>;
export type AlarmId = Id<'alarm'>;
/** A tool server (MCP), by the namespace of its tools: `mcp__github`. */
export type ServerId = Id<'server'>;
/** A search service the user has added. */
type SearchId = Id<'search'>;
/** `<folder>/<sha256>`: bytes in private storage, in a folder per session. */
export type BlobId = Id<'blob'>;

/** By the kind of `newId`. A domain may merge its kind into it, in a file of its own in `src/shared`. */
export interface IdOf {
  session: SessionId;
  message: MessageId;
  run: RunId;
  call: CallId;
  execution: ExecutionId;
  provider: ProviderId;
  agent: AgentId;
  prompt: PromptId;
  savedPrompt: SavedPromptId;
  memory: MemoryId;
  task: TaskId;
  alarm: AlarmId;
  server: ServerId;
  search: SearchId;
  blob: BlobId;
}

/** A new id: the kind, then time and randomness in base 36, so that ids of one kind sort by age. */
export function newId<Kind extends keyof IdOf>(kind: Kind): IdOf[Kind] {
  const time = Date.now().toString(36).padStart(9, '0');
  const random = [...crypto.getRandomValues(new Uint8Array(10))]
    .map((byte) => (byte % 36).toString(36))
    .join('');
  return asId<Kind>(`${kind}_${time}${random}`);
}

/** Brands a string that is known to be an id of this kind, such as one from storage, the URL or a script. */
export function asId<Kind extends keyof IdOf>(value: string): IdOf[Kind] {
  return value as IdOf[Kind];
}
