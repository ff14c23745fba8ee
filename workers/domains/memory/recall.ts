/** Chooses the memories for a request, within a token budget: pinned ones, then relevant ones. */
import type { AgentId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { estimateText } from '#workers/agent/estimate-tokens.ts';
import type { Database } from '#workers/storage/database.ts';
import { lineOf, restLine, writeBlock } from './memory-block.ts';
import type { MemoryIndex } from './memory-index.ts';
import { isUsable } from './scope.ts';

/** More memories, which are less relevant, would only cost tokens. */
const mostRelevant = 12;

export type RecallRequest = { text: string; agent: AgentId; budgetTokens: number };

/** `memories`: the chosen ones, the most important first. `more`: how many more the agent may use. */
export type Recalled = { memories: readonly Memory[]; more: number };

/** Undefined if the agent may use no memory, or not even the sentence about them fits into the budget. */
export async function recall(
  { text, agent, budgetTokens }: RecallRequest,
  { database, index }: { database: Database; index: MemoryIndex },
): Promise<Recalled | undefined> {
  const all = await database.getAll('memories');
  const isWanted = (memory: Memory) => isUsable(memory, agent);
  const usable = all.filter(isWanted).length;
  const frame = `${writeBlock({ memories: [], more: 0 })}\n${restLine(usable)}`;
  const room = budgetTokens - estimateText(frame);
  if (usable === 0 || room < 0) return undefined;
  const pinned = all
    .filter((each) => each.isPinned && isWanted(each))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const relevant = await index.search(text, all, (each) => !each.isPinned && isWanted(each));
  const memories = fill([...pinned, ...relevant.slice(0, mostRelevant)], room);
  return { memories, more: usable - memories.length };
}

function fill(memories: readonly Memory[], tokens: number): Memory[] {
  const chosen: Memory[] = [];
  let room = tokens;
  for (const memory of memories) {
    // Rounded up for each line, so the estimate of all lines is never too low.
    const size = estimateText(`\n${lineOf(memory)}`);
    // A memory that is too long must not exclude the shorter ones after it.
    if (size > room) continue;
    room -= size;
    chosen.push(memory);
  }
  return chosen;
}
