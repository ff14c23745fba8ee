/** A memory: a short note that the user or an agent keeps for later chats, where it came from, and its limits. */
import type { AgentId, MemoryId, RunId, SessionId } from '../ids.ts';
import type { OutsideSource } from '../tools/permission.ts';

/**
 * In the order of the interface. `learning`: a lesson from a failure or a success, and when it applies again.
 */
export const memoryCategories = ['preference', 'fact', 'person', 'project', 'learning'] as const;
export type MemoryCategory = (typeof memoryCategories)[number];

/** Apps whose memories can be imported. */
export const memoryApps = ['kai'] as const;
export type MemoryApp = (typeof memoryApps)[number];

export type Memory = {
  id: MemoryId;
  /** Unique among the memories of its scope that are not waiting. */
  key: string;
  content: string;
  category: MemoryCategory;
  /** The only agent that gets it; absent: all agents do. */
  agent?: AgentId;
  /** Given to the model with every message, not only where it is relevant. */
  isPinned?: true;
  /** Who pinned it, if not the user. */
  pinnedBy?: 'agent';
  /** The number of runs in which it was reinforced, and the last of them. */
  hits: number;
  reinforcedBy?: RunId;
  /**
   * Written by an earlier version while text from outside was in the conversation: no model gets it before the
   * user accepts it.
   */
  isWaiting?: true;
  /** The user accepted this memory, which was written while text from outside was in the conversation. */
  isAccepted?: true;
  origin: MemoryOrigin;
  /** Milliseconds since the epoch. */
  created: number;
  updated: number;
};

export type MemoryOrigin = {
  by: 'user' | 'agent' | 'file';
  /** The app that exported the file. */
  app?: MemoryApp;
  /** The chat and the tool that wrote it. */
  session?: SessionId;
  tool?: string;
  /** The sources of text from outside in that chat; absent: there was none. */
  outside?: readonly OutsideSource[];
};

/**
 * `replaced`: the memory that had the same key. To undo, `restore` the waiting memory first, then
 * this one.
 */
export type AcceptedMemory = { memory: Memory; replaced?: Memory };

/** Without an id: a new memory. `agent` absent: for all agents. */
export type MemoryDraft = {
  id?: MemoryId;
  key: string;
  content: string;
  category?: MemoryCategory;
  agent?: AgentId;
  isPinned?: boolean;
};

export type MemoryFilter = {
  /** Memories that this agent gets: its own and those for all agents. */
  agent?: AgentId;
  category?: MemoryCategory;
  isWaiting?: boolean;
};

export type MemorySettings = {
  /** Off: models get no memories, and the tools for them do not exist. */
  isOn: boolean;
  /** Whether the user is asked before a call changes memories while text from outside is in the conversation. */
  asksFirst: boolean;
  /** The most tokens of memories that a chat is told at once; `largestShare` of the context window also limits them. */
  budgetTokens: number;
};

/** The part of a context window that memories may take, so that a small model keeps room for the conversation. */
export const largestShare = 1 / 16;

/** What `largestShare` of a common window of 200,000 tokens has room for: about 375 memories of one sentence. */
export const defaultMemorySettings: MemorySettings = { isOn: true, asksFirst: true, budgetTokens: 12_000 };

/** Text from outside may be in it, and the user has not accepted it. */
export function isFromOutside({ origin, isAccepted }: Memory): boolean {
  return origin.outside !== undefined && !isAccepted;
}

/**
 * Whether the interface offers to add it to instructions: only lessons, because they apply again,
 * while facts and people change.
 */
export function isPromotable(memory: Memory): boolean {
  const { category, hits } = memory;
  return category === 'learning' && hits >= memoryLimits.hitsForPromotion && !isFromOutside(memory);
}

/** Whether the system prompt contains the memory as a paragraph, as `promote` adds it. */
export function isInstruction({ content }: Memory, systemPrompt: string): boolean {
  return `\n\n${systemPrompt.trim()}\n\n`.includes(`\n\n${content}\n\n`);
}

/**
 * Added to each memory written beside text from outside when a tool returns it, so that guarded
 * mode recognises it.
 */
export const outsideMark = '[written beside text from outside]';

/** The end of the result of a tool that stored a pinned memory; the card of the call recognises it. */
export const pinnedNotice = 'It goes with every request; the user can unpin it.';

/** The record of a memory in a message; the memory itself may have been changed or deleted since. */
export type UsedMemory = { id: MemoryId; key: string; isFromOutside?: true };

/** Lengths in UTF-16 units. */
export const memoryLimits = {
  keyCharacters: 80,
  contentCharacters: 2_000,
  memories: 2_000,
  fileBytes: 10_000_000,
  budgetTokens: { least: 100, most: 32_000 },
  /** From this number of reinforcements on, a memory is offered for the instructions of its agent. */
  hitsForPromotion: 5,
};

/**
 * `added`: new here. `changed`: replaced one with the same key. `skipped`: the same is here already. `unpinned`: how many of
 * those added and changed lost a pin. `written`: for `undoImport`.
 */
export type MemoryImportReport = {
  added: number;
  changed: number;
  skipped: number;
  unpinned: number;
  written: readonly ImportedMemory[];
};

/**
 * `updated`: the time stamp of the memory as the import wrote it. `before`: the memory that it replaced;
 * null: none.
 */
export type ImportedMemory = { id: MemoryId; updated: number; before: Memory | null };

/**
 * Why memories were not changed; the page has a text for each that it can cause. `invalid`,
 * `settings`: a script passed another type. `denied`: text from outside is in the conversation, and
 * the user did not allow it; `cancelled`: the call was stopped while they were asked. `changed`: it would replace another memory than the one shown to the
 * user. `stale`: its text is no longer the one shown to the user. `from-outside`: it may contain
 * text from outside that the user has not accepted.
 */
export type MemoryErrorCode =
  | 'key-missing'
  | 'key-long'
  | 'key-taken'
  | 'content-missing'
  | 'content-long'
  | 'limit'
  | 'gone'
  | 'agent-gone'
  | 'not-memories'
  | 'file-large'
  | 'invalid'
  | 'settings'
  | 'denied'
  | 'cancelled'
  | 'changed'
  | 'stale'
  | 'from-outside';

/** `message`: in English, for scripts and models. */
export type MemoryError = { type: 'validation_error'; code: MemoryErrorCode; message: string };
export type MemoryAnswer<T> = { ok: true; value: T } | { ok: false; error: MemoryError };
