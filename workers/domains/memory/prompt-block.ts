/** The memories in the system prompt of a run, and the note of which these were. */
import { canonicalJson } from '#shared/canonical-json.ts';
import type { PromptBlock, PromptRequest } from '#workers/contracts/prompt-block.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Memories } from './open-memories.ts';
import type { Recalled } from './recall.ts';
import type { MemorySwitch } from './settings.ts';

export type PromptBlockNeeds = {
  database: Pick<Database, 'count'>;
  memorySwitch: Pick<MemorySwitch, 'get'>;
  openMemories(): Promise<Pick<Memories, 'recall'>>;
};

export async function writePromptBlock(
  request: PromptRequest,
  needs: PromptBlockNeeds,
): Promise<PromptBlock> {
  const { block = '', used = [] } = (await recallMemories(request, needs)) ?? {};
  return {
    text: block,
    note(noted) {
      const known = noted.findLast((note) => note.type === 'memories')?.used ?? [];
      return canonicalJson(used) === canonicalJson(known) ? undefined : { type: 'memories', used };
    },
  };
}

async function recallMemories(
  { agent, text, budgetTokens }: PromptRequest,
  { database, memorySwitch, openMemories }: PromptBlockNeeds,
): Promise<Recalled | undefined> {
  const settings = memorySwitch.get();
  if (!settings.isOn || budgetTokens === 0 || agent.deny?.includes('memory')) return undefined;
  if ((await database.count('memories')) === 0) return undefined;
  const { recall } = await openMemories();
  return recall({
    ...{ text, agent: agent.id, budgetTokens: Math.min(settings.budgetTokens, budgetTokens) },
  });
}
