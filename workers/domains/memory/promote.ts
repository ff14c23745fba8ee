/** Puts a memory into the instructions of an agent, where it applies to every chat and is no longer a note. */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { AgentId, MemoryId } from '#shared/ids.ts';
import { isFromOutside, isInstruction, type Memory, type MemoryAnswer } from '#shared/memory/memory.ts';
import type { Database } from '#workers/storage/database.ts';
import { fail, hasSameContent } from './check.ts';

type PromoteDeps = {
  database: Database;
  changed(...ids: string[]): void;
  agentChanged(id: AgentId): void;
};

export async function promote(
  id: MemoryId,
  agentId: AgentId,
  seen: Memory | undefined,
  { database, changed, agentChanged }: PromoteDeps,
): Promise<MemoryAnswer<AgentId>> {
  // One transaction, so that the memory is added once if the user presses the button in two tabs.
  const transaction = database.transaction(['agents', 'memories'], 'readwrite');
  const [agents, memories] = [transaction.objectStore('agents'), transaction.objectStore('memories')];
  const [memory, stored] = await Promise.all([memories.get(id), agents.get(agentId)]);
  // The everyday agent is stored only after it was changed.
  const agent = stored ?? (agentId === defaultAgent.id ? defaultAgent : undefined);
  if (!memory || memory.isWaiting) return fail('gone');
  if (seen && !hasSameContent(memory, seen)) return fail('stale');
  if (!agent) return fail('agent-gone');
  // Unlike a memory, instructions cannot be marked as text from outside.
  if (isFromOutside(memory)) return fail('from-outside');
  const { systemPrompt: before } = agent;
  // A memory for all agents is not deleted, so it may be in these instructions already.
  const systemPrompt = isInstruction(memory, before)
    ? before
    : `${before.trimEnd()}\n\n${memory.content}`.trim();
  await Promise.all([
    agents.put({ ...agent, systemPrompt }),
    memory.agent === agentId ? memories.delete(id) : undefined,
    transaction.done,
  ]);
  agentChanged(agentId);
  changed(id);
  return { ok: true, value: agentId };
}
