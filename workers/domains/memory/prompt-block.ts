/** The memories that a chat is told with a message of the user: those that it does not know yet, or not as they are. */
import type { ToldLine } from '#shared/conversation/message.ts';
import type { Memory } from '#shared/memory/memory.ts';
import type { PromptRequest, Told } from '#workers/contracts/prompt-block.ts';
import type { Database } from '#workers/storage/database.ts';
import {
  memoriesIntro,
  restId,
  toGoneLine,
  toRestLine,
  toToldLine,
  usedOf,
  type Recalled,
} from './memory-block.ts';
import type { Memories } from './open-memories.ts';
import { isUsable } from './scope.ts';
import type { MemorySwitch } from './settings.ts';

export type PromptBlockNeeds = {
  database: Pick<Database, 'count' | 'getAll'>;
  memorySwitch: Pick<MemorySwitch, 'get'>;
  openMemories(): Promise<Pick<Memories, 'recall'>>;
};

export async function tellMemories(
  { agent, text, budgetTokens, told }: PromptRequest,
  { database, memorySwitch, openMemories }: PromptBlockNeeds,
): Promise<Told> {
  const settings = memorySwitch.get();
  if (!settings.isOn || agent.deny?.includes('memory')) return nothing;
  const hasAny = told.size > 0 || (await database.count('memories')) > 0;
  if (!hasAny) return nothing;
  const { recall } = await openMemories();
  const budget = Math.min(settings.budgetTokens, budgetTokens);
  const recalled = await recall({ text, agent: agent.id, budgetTokens: budget });
  const stored = (await database.getAll('memories')).filter((memory) => isUsable(memory, agent.id));
  return differences(told, stored, recalled);
}

const nothing: Told = { intro: '', lines: [] };

/** A memory that was told is told again once it has changed, also where it is not relevant now. */
function differences(
  told: PromptRequest['told'],
  stored: readonly Memory[],
  { memories, more }: Recalled = { memories: [], more: 0 },
): Told {
  const holds = ({ id }: ToldLine) => told.has(id) && !told.get(id)?.isGone;
  const recalled = new Set(memories.map(({ id }) => id));
  const others = stored.filter((memory) => !recalled.has(memory.id) && holds(toToldLine(memory)));
  const changed = [...memories, ...others].filter((memory) => {
    const line = toToldLine(memory);
    return !holds(line) || told.get(line.id)?.text !== line.text;
  });
  const known = new Set([restId, ...stored.map((memory) => toToldLine(memory).id)]);
  const gone = [...told.values()].filter((line) => holds(line) && !known.has(line.id));
  const rest = more > 0 && !told.has(restId) ? [toRestLine(more)] : [];
  return {
    intro: told.size === 0 ? memoriesIntro : '',
    lines: [...changed.map(toToldLine), ...gone.map(toGoneLine), ...rest],
    used: usedOf(changed),
  };
}
