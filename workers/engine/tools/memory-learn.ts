/** Stores a lesson for later chats: what, why, and when it applies. */
import { memoryLimits } from '#shared/memory/memory.ts';
import { shorten } from '#shared/shorten.ts';
import { defineInEngineTool } from './engine-tool.ts';
import { describeWritten } from './memory-answers.ts';

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
        description: "A short name for it. Defaults to the beginning of 'what'.",
        minLength: 1,
        maxLength: memoryLimits.keyCharacters,
      },
    },
    required: ['what', 'why', 'when'],
  },
  capabilities: ['memory'],
  timeoutSeconds: 5,
  touches: { writes: ['memories'] },
  repeatable: true,
  summaryParameter: 'what',
  async answer({ what, why, when, key }, { openPort, writer }) {
    const memories = await openPort('memory');
    const draft = {
      key: key ?? shorten(what, 60),
      content: `${what}\nWhy: ${why}\nWhen: ${when}`,
      category: 'learning' as const,
    };
    return describeWritten(await memories.write(draft, writer()));
  },
});
