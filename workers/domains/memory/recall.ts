/** Chooses the memories for a request, within a token budget: all of them, or else those most likely needed. */
import type { AgentId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { estimateText } from '#workers/agent/estimate-tokens.ts';
import type { Database } from '#workers/storage/database.ts';
import { lineOf, restLine, writeBlock, type Recalled } from './memory-block.ts';
import type { MemoryIndex } from './memory-index.ts';
import { isUsable } from './scope.ts';

/** The largest part of the budget for memories about the person, so that those for the message find room. */
const shareOfPerson = 1 / 4;

export type RecallRequest = { text: string; agent: AgentId; budgetTokens: number };

type RecallDeps = { database: Pick<Database, 'getAll'>; index: MemoryIndex };

/** Undefined if the agent may use no memory, or not even the sentence about them fits into the budget. */
export async function recall(
  { text, agent, budgetTokens }: RecallRequest,
  { database, index }: RecallDeps,
): Promise<Recalled | undefined> {
  const all = await database.getAll('memories');
  const usable = all.filter((each) => isUsable(each, agent)).toSorted(byAge);
  const room = budgetTokens - estimateText(writeBlock({ memories: [], more: 0 }));
  if (usable.length === 0) return undefined;
  if (usable.reduce((sum, each) => sum + tokensOf(each), 0) <= room) return { memories: usable, more: 0 };
  const left = room - estimateText(`\n${restLine(usable.length)}`);
  if (left < 0) return undefined;
  const isWanted = (memory: Memory) => isUsable(memory, agent);
  const chosen = createSelection(left);
  chosen.add(usable.filter(({ isPinned, pinnedBy }) => isPinned && !pinnedBy));
  chosen.add(usable.filter(({ isPinned }) => isPinned));
  chosen.add(await index.aboutPerson(all, isWanted), budgetTokens * shareOfPerson);
  chosen.add(await index.search(text, all, isWanted));
  chosen.add(usable.toReversed());
  const memories = usable.filter(chosen.has);
  return { memories, more: usable.length - memories.length };
}

function createSelection(budget: number) {
  const chosen = new Set<Memory['id']>();
  let left = budget;
  return {
    has: ({ id }: Memory) => chosen.has(id),
    /** Adds those that fit into what is left, and into `most` together. */
    add(memories: readonly Memory[], most = Infinity): void {
      let room = Math.min(left, most);
      const before = left - room;
      for (const memory of memories) {
        const tokens = tokensOf(memory);
        // A memory that is too long must not exclude the shorter ones after it.
        if (tokens > room || chosen.has(memory.id)) continue;
        room -= tokens;
        chosen.add(memory.id);
      }
      left = before + room;
    },
  };
}

/** Rounded up for each line, so the estimate of the whole block is never too low. */
function tokensOf(memory: Memory): number {
  return estimateText(`\n${lineOf(memory)}`);
}

/** The same order in every request, and a new memory at the end: a block that differs costs a provider's cache. */
function byAge(one: Memory, other: Memory): number {
  return one.created - other.created || (one.id < other.id ? -1 : 1);
}
