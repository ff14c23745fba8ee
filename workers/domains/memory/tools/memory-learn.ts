/** Stores a lesson for later chats: what, why, and when it applies. */
import { memoryLimits } from '#shared/memory/memory.ts';
import { shorten } from '#shared/shorten.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { MemoryPort } from '../memory-port.ts';
import { askingWriter, describeWritten } from './memory-answers.ts';

/** Maximum length of each part, so that all three with their labels fit into one memory. */
const partCharacters = Math.floor((memoryLimits.contentCharacters - 50) / 3);

export const memoryLearn = defineInEngineTool({
  name: 'memory_learn',
  title: 'Learn a lesson',
  description:
    'Keep a lesson for later conversations after something went wrong and you found out how it is done, or the user corrected you.',
  category: 'memory',
  parameters: {
    type: 'object',
    properties: {
      what: {
        type: 'string',
        description: 'What to do, or not to do, in one sentence.',
        minLength: 1,
        maxLength: partCharacters,
      },
      why: {
        type: 'string',
        description: 'What happened otherwise.',
        minLength: 1,
        maxLength: partCharacters,
      },
      when: {
        type: 'string',
        description: 'The situations in which it applies.',
        minLength: 1,
        maxLength: partCharacters,
      },
      key: {
        type: 'string',
        description: "A short name for it. Defaults to 'what', shortened.",
        minLength: 1,
        maxLength: memoryLimits.keyCharacters,
      },
    },
    required: ['what', 'why', 'when'],
  },
  capabilities: ['memory'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['memories'] },
  mayAsk: true,
  repeatable: true,
  summaryParameter: 'what',
  async answer({ what, why, when, key }, context: InEngineContext<MemoryPort>) {
    const draft = {
      key: key ?? (await keyOf(what)),
      content: `${what}\nWhy: ${why}\nWhen: ${when}`,
      category: 'learning' as const,
    };
    return describeWritten(await context.port.write(draft, askingWriter(context)));
  },
});

/** A long lesson gets a hash: another one that begins with the same words must not replace it. */
async function keyOf(what: string): Promise<string> {
  if (what.length <= memoryLimits.keyCharacters) return what;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(what)));
  const hash = Array.from(digest.subarray(0, 3), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${shorten(what, memoryLimits.keyCharacters - hash.length - 1)} ${hash}`;
}
