/** Makes new memories, and decides which memories an agent gets. */
import { newId, type AgentId } from '#shared/ids.ts';
import type { Memory, MemoryOrigin } from '#shared/memory/memory.ts';

export function newMemory(origin: MemoryOrigin): Omit<Memory, 'key' | 'content' | 'category'> {
  const now = Date.now();
  return { id: newId('memory'), hits: 0, origin, created: now, updated: now };
}

/** Whether a model may get the memory: not while it waits for the user. */
export function isUsable(memory: Memory, agent: AgentId | undefined): boolean {
  return !memory.isWaiting && isFor(memory, agent);
}

/** `agent` undefined: the user, who gets all. */
export function isFor(memory: Memory, agent: AgentId | undefined): boolean {
  return agent === undefined || memory.agent === undefined || memory.agent === agent;
}
