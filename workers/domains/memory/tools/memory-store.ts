/** Stores a fact for later chats. */
import { memoryCategories, memoryLimits, type Memory } from '#shared/memory/memory.ts';
import { shorten } from '#shared/shorten.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { MemoryPort } from '../memory-port.ts';
import { askingWriter, describeWritten, markOf } from './memory-answers.ts';

export const memoryStore = defineInEngineTool({
  name: 'memory_store',
  title: 'Remember',
  description:
    'Keep a short fact about the user or their work for later conversations; a memory with the same key is replaced.',
  category: 'memory',
  parameters: {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        description: "A short name for it, such as 'diet' or 'project-deadline'.",
        minLength: 1,
        maxLength: memoryLimits.keyCharacters,
      },
      content: {
        type: 'string',
        description:
          'One fact that the user told you and that will matter again, in a full sentence, so that it is understood without this conversation; never secrets such as passwords.',
        minLength: 1,
        maxLength: memoryLimits.contentCharacters,
      },
      category: {
        type: 'string',
        description: 'What it is about.',
        enum: memoryCategories,
        default: 'fact',
      },
      scope: {
        type: 'string',
        description: "'agent': only for you; 'all': for every agent.",
        enum: ['all', 'agent'],
        default: 'all',
      },
      always: {
        type: 'boolean',
        description:
          'True if every conversation must know it, such as an allergy or how to address the user. The user sees this and can undo it.',
        default: false,
      },
    },
    required: ['key', 'content'],
  },
  capabilities: ['memory'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['memories'] },
  mayAsk: true,
  // Storing the same memory twice is idempotent.
  repeatable: true,
  summaryParameter: 'key',
  async answer(
    { key, content, category = 'fact', scope, always = false },
    context: InEngineContext<MemoryPort>,
  ) {
    const draft = { key, content, category, isOwn: scope === 'agent', isPinned: always };
    const answer = await context.port.write(draft, askingWriter(context));
    const text = describeWritten(answer);
    return answer.ok && answer.value.was === 'added' ? `${text}${await describeNear(draft, context)}` : text;
  },
});

/** A fact that has changed is often stored under another key, and the old one would still be told in later chats. */
async function describeNear(
  { key, content }: Pick<Memory, 'key' | 'content'>,
  { port, writer }: InEngineContext<MemoryPort>,
): Promise<string> {
  const isOther = (memory: Memory) => memory.key !== key;
  const near = await port.search(`${key} ${content}`, writer().agent, maxNear, isOther);
  if (near.length === 0) return '';
  const lines = near.map((memory) => `- ${memory.key}${markOf(memory)}: ${shorten(memory.content, 200)}`);
  return [
    ' Kept before, on something near:',
    ...lines,
    'If one is no longer so, store it anew under its own key, or delete it with memory_forget.',
  ].join('\n');
}

const maxNear = 3;
