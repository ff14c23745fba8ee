/** Chooses the memories for a request, within a token budget: pinned ones, then relevant ones. */
import type { AgentId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { estimateText } from '#workers/agent/estimate-tokens.ts';
import type { Database } from '#workers/storage/database.ts';
import type { MemoryIndex } from './memory-index.ts';
import { isUsable } from './scope.ts';
import { memoriesIntro, toToldLine } from './told-lines.ts';

/** More memories, which are less relevant, would only cost tokens. */
const mostRelevant = 12;

export type RecallRequest = { text: string; agent: AgentId; budgetTokens: number };

/** The memories to tell, the most important first; none if no memory matches, or none fits into the budget. */
export async function recall(
  { text, agent, budgetTokens }: RecallRequest,
  { database, index }: { database: Database; index: MemoryIndex },
): Promise<Memory[]> {
  const all = await database.getAll('memories');
  const isWanted = (memory: Memory) => isUsable(memory, agent);
  const pinned = all
    .filter((each) => each.isPinned && isWanted(each))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const relevant = await index.search(text, all, (each) => !each.isPinned && isWanted(each));
  return fill([...pinned, ...relevant.slice(0, mostRelevant)], budgetTokens);
}

function fill(memories: readonly Memory[], budgetTokens: number): Memory[] {
  const chosen: Memory[] = [];
  let room = budgetTokens - estimateText(`<memories>\n${memoriesIntro}\n</memories>`);
  for (const memory of memories) {
    // Rounded up for each line, so the estimate of all lines is never too low.
    const tokens = estimateText(`\n- ${toToldLine(memory).text}`);
    // A memory that is too long must not exclude the shorter ones after it.
    if (tokens > room) continue;
    room -= tokens;
    chosen.push(memory);
  }
  return chosen;
}
