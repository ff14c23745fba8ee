/** What agents remember from one chat to the next: `api.memory`. */
import type { AgentId, MemoryId } from '../ids.ts';
import type {
  AcceptedMemory,
  ImportedMemory,
  Memory,
  MemoryAnswer,
  MemoryDraft,
  MemoryFilter,
  MemoryImportReport,
  MemorySettings,
} from '../memory/memory.ts';

export type MemoryApi = {
  /** Pinned memories first, then the newest. */
  list(filter?: MemoryFilter): Promise<Memory[]>;
  /** The most relevant memories first, ranked as for models; with `filter`, only those that match it. */
  search(query: string, filter?: MemoryFilter): Promise<Memory[]>;
  /**
   * Adds a memory, or changes the one with this id. Saving a waiting memory accepts it. With
   * `seen`, saves only if the stored memory still has the words of `seen`.
   */
  save(draft: MemoryDraft, seen?: Memory): Promise<MemoryAnswer<Memory>>;
  /** Deletes a memory. Returns it, for `restore`. */
  remove(id: MemoryId): Promise<Memory | undefined>;
  /** Restores a deleted memory as it was. */
  restore(memory: Memory): Promise<MemoryAnswer<Memory>>;
  /** Pins a memory, so that every request gets it, or unpins it. */
  pin(id: MemoryId, isPinned: boolean): Promise<MemoryAnswer<Memory>>;
  /** Assigns a memory to one agent, or with `null` to all. */
  move(id: MemoryId, agent: AgentId | null): Promise<MemoryAnswer<Memory>>;
  /**
   * Accepts a waiting memory, so that models get it. It replaces the memory with the same key and
   * scope, but does not inherit its pin. With `seen`, accepts only if it replaces exactly that
   * memory; with `null`, only if it replaces none.
   */
  accept(id: MemoryId, seen?: Memory | null): Promise<MemoryAnswer<AcceptedMemory>>;
  /** The memory that each waiting one would replace. */
  replacements(): Promise<{ id: MemoryId; replaces: MemoryId }[]>;
  /**
   * Appends the text of a memory to the instructions of an agent, unless they contain it already. A
   * memory of that agent is deleted; one for all agents is kept for the others. Refuses text from
   * outside that the user has not accepted. With `seen`, only if the stored memory still has the
   * words of `seen`.
   */
  promote(id: MemoryId, agent: AgentId, seen?: Memory): Promise<MemoryAnswer<AgentId>>;
  /**
   * All memories that are not waiting, as JSON: `{format: 'oneclaw-memories', version: 1, memories:
   * […]}`.
   */
  export(): Promise<string>;
  /**
   * Imports the output of `export`, or a list of `{key, content, category, agent}`: all of it or
   * nothing. A memory of an agent that does not exist here is for all agents; it is skipped if one
   * for all agents has its key. No imported memory is pinned. An entry may have `hits`, `created`,
   * `updated` and the `app` that it comes from; malformed ones are ignored, and `hits` are limited
   * so that no imported memory is offered for instructions.
   */
  import(file: string | Blob): Promise<MemoryAnswer<MemoryImportReport>>;
  /**
   * Reverts an import, given its `written`, and returns the number of reverted memories. Those
   * changed or deleted since are left as they are.
   */
  undoImport(written: readonly ImportedMemory[]): Promise<MemoryAnswer<number>>;
  /** Returns the settings, after changing those that are given. */
  settings(change?: Partial<MemorySettings>): Promise<MemoryAnswer<MemorySettings>>;
};
