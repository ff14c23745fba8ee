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
  /** Pinned ones first, then the newest. */
  list(filter?: MemoryFilter): Promise<Memory[]>;
  /** The most relevant first, as models get them; with `filter`, only those. */
  search(query: string, filter?: MemoryFilter): Promise<Memory[]>;
  /**
   * Adds a memory, or changes the one with this id. A memory that was waiting is accepted with it. With `seen`, only if it
   * still says what it said when it was shown.
   */
  save(draft: MemoryDraft, seen?: Memory): Promise<MemoryAnswer<Memory>>;
  /** Returns what was deleted, for `restore`. */
  remove(id: MemoryId): Promise<Memory | undefined>;
  /** Puts a deleted memory back as it was. */
  restore(memory: Memory): Promise<MemoryAnswer<Memory>>;
  /** Whether every request gets it. */
  pin(id: MemoryId, isPinned: boolean): Promise<MemoryAnswer<Memory>>;
  /** To one agent, or with null to all. */
  move(id: MemoryId, agent: AgentId | null): Promise<MemoryAnswer<Memory>>;
  /**
   * Lets models use a memory that waits for the user. It replaces the one with the same key and scope, and is not pinned
   * because that one was. With `seen`, only if it replaces that one as it was seen; null: none.
   */
  accept(id: MemoryId, seen?: Memory | null): Promise<MemoryAnswer<AcceptedMemory>>;
  /** Which memory each waiting one would replace. */
  replacements(): Promise<{ id: MemoryId; replaces: MemoryId }[]>;
  /**
   * Adds its text to the instructions of an agent, once. A memory of that agent is deleted; one for all stays for the
   * others. Not for text from outside that the user has not accepted. With `seen`, only if it still says what it said when
   * it was shown.
   */
  promote(id: MemoryId, agent: AgentId, seen?: Memory): Promise<MemoryAnswer<AgentId>>;
  /** All that is not waiting, as JSON: `{format: 'oneclaw-memories', version: 1, memories: […]}`. */
  export(): Promise<string>;
  /**
   * Takes what `export` gives, or a list of `{key, content, category, agent}`. Adds all of it or nothing. What belongs to
   * an agent that is not here is for all, unless there is one of its key. A file pins nothing. An entry may say `hits`,
   * `created`, `updated` and the `app` that it comes from; those that are not well formed are ignored, and `hits` are fewer
   * than make a memory an offer for instructions.
   */
  import(file: string | Blob): Promise<MemoryAnswer<MemoryImportReport>>;
  /** Takes back what an import has `written`, and returns how many; what was changed or deleted since stays so. */
  undoImport(written: readonly ImportedMemory[]): Promise<MemoryAnswer<number>>;
  /** The settings; changes those that are given. */
  settings(change?: Partial<MemorySettings>): Promise<MemoryAnswer<MemorySettings>>;
};
