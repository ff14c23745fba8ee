/** Deletes a memory. */
import { shorten } from '#shared/shorten.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { MemoryPort } from '../memory-port.ts';
import { askingWriter, markOf, valueOf } from './memory-answers.ts';

export const memoryForget = defineInEngineTool({
  name: 'memory_forget',
  title: 'Forget',
  description: 'Delete a memory because the user asked for it or it is wrong; memory_search finds its key.',
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
  mayAsk: true,
  // If the tab dies while the user is asked, they are asked again.
  repeatable: true,
  summaryParameter: 'key',
  async answer({ key }, context: InEngineContext<MemoryPort>) {
    const memory = valueOf(await context.port.forget(key, askingWriter(context)));
    return `Forgot '${memory.key}'${markOf(memory)}: ${shorten(memory.content, 200)}`;
  },
});
