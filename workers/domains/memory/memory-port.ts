/** The port of the memory tools: the memories that one agent may see. */
import type { AgentId } from '#shared/ids.ts';
import type { Memory, MemoryAnswer, MemoryCategory } from '#shared/memory/memory.ts';
import type { MemoryChange } from '#shared/tools/permission.ts';
import type { CallWriter } from '#workers/contracts/engine-tool.ts';

export type AgentDraft = {
  key: string;
  content: string;
  category: MemoryCategory;
  /** For the writing agent only. */
  isOwn?: boolean;
  /** Goes with every request. */
  isPinned?: boolean;
};

/** `same`: an equal memory was stored already. */
export type Written = { memory: Memory; was: 'added' | 'changed' | 'same' };

/** A writer that can ask the user, which it must where text from outside may have caused the change. */
export type AskingWriter = CallWriter & {
  ask(change: MemoryChange): Promise<'allowed' | 'denied' | 'cancelled'>;
};

/** Contract: an agent sees its own memories and those for all, and none that waits for the user. */
export type MemoryPort = {
  write(draft: AgentDraft, writer: AskingWriter): Promise<MemoryAnswer<Written>>;
  forget(key: string, writer: AskingWriter): Promise<MemoryAnswer<Memory>>;
  /** Counts that a memory proved right: once per run, and not if the model has read text from outside. */
  reinforce(key: string, writer: CallWriter): Promise<MemoryAnswer<{ memory: Memory; isCounted: boolean }>>;
  /** The most relevant first, of those that `isWanted`. */
  search(
    query: string,
    agent: AgentId | undefined,
    most: number,
    isWanted?: (memory: Memory) => boolean,
  ): Promise<readonly Memory[]>;
  /** All that the agent may use, the newest first. */
  list(agent: AgentId | undefined): Promise<readonly Memory[]>;
};
