/** Questions in words that no note contains: the memories that they need are in the request. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { defaultMemorySettings, type Memory, type MemoryCategory } from '#shared/memory/memory.ts';
import { createMemoryIndex } from '#workers/domains/memory/memory-index.ts';
import { recall } from '#workers/domains/memory/recall.ts';

type Questions = {
  notes: { key: string; category: string; content: string }[];
  /** `needs`: the keys of the notes without which the answer may be wrong; one of them is enough. */
  questions: { text: string; needs: string[] }[];
};

const file = new URL('../../../../fixtures/memory-questions.json', import.meta.url);
const { notes, questions } = JSON.parse(readFileSync(file, 'utf8')) as Questions;

/** The categories of the fixture are those of another app. */
const categories: Readonly<Record<string, MemoryCategory>> = {
  ...{ general: 'fact', error: 'learning', learning: 'learning', preference: 'preference' },
};

/** The questions that are answered without a note that they need. */
async function missedOf(notesThere: number): Promise<string[]> {
  const memories = notes.slice(0, notesThere).map((note, at): Memory => ({
    ...{
      ...note,
      category: categories[note.category] ?? 'preference',
      id: asId<'memory'>(`memory_${note.key}`),
      hits: 0,
      origin: { by: 'agent' },
    },
    ...{ created: at, updated: at },
  }));
  const deps = { database: { getAll: async () => memories }, index: createMemoryIndex() };
  const missed: string[] = [];
  for (const { text, needs } of questions) {
    const request = { text, agent: defaultAgent.id, budgetTokens: defaultMemorySettings.budgetTokens };
    const given = new Set((await recall(request, deps))?.memories.map(({ key }) => key));
    const lacking = needs.filter((key) => !given.has(key));
    if (lacking.length > 0) missed.push(`${text} (${lacking.join(', ')})`);
  }
  return missed;
}

describe('the memories that a question needs', () => {
  it('are in the request for 60 of 60 questions with 50 notes', async () => {
    expect(questions).toHaveLength(60);
    expect(await missedOf(50)).toEqual([]);
  });

  it('are in the request for at least 32 of 60 questions with 500 notes', async () => {
    const missed = await missedOf(500);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(28);
  });
});
