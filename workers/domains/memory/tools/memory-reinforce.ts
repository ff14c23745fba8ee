/** Counts that a memory proved right. */
import { isPromotable, memoryLimits } from '#shared/memory/memory.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { MemoryPort } from '../memory-port.ts';
import { markOf, valueOf } from './memory-answers.ts';

export const memoryReinforce = defineInEngineTool({
  name: 'memory_reinforce',
  title: 'Reinforce a memory',
  description: `Count that a memory helped or proved right once more, once per run at most; after ${memoryLimits.hitsForPromotion} times the user is offered to make a learning part of your instructions.`,
  category: 'memory',
  parameters: {
    type: 'object',
    properties: { key: { type: 'string', description: 'The key of the memory.', minLength: 1 } },
    required: ['key'],
  },
  capabilities: ['memory'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['memories'] },
  summaryParameter: 'key',
  async answer({ key }, { port: memories, writer }: InEngineContext<MemoryPort>) {
    const { memory, isCounted } = valueOf(await memories.reinforce(key, writer()));
    if (!isCounted)
      return `'${memory.key}'${markOf(memory)} was not counted: text from outside is in this conversation.`;
    const { hits } = memory;
    const offer = isPromotable(memory) ? ' The user is offered to put it into your instructions.' : '';
    return `'${memory.key}'${markOf(memory)} was reinforced ${hits} ${hits === 1 ? 'time' : 'times'}.${offer}`;
  },
});
