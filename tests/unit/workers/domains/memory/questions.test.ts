/** Questions in words that no note contains: the memories that they need are in the request. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import {
  defaultMemorySettings,
  largestShare,
  type Memory,
  type MemoryCategory,
} from '#shared/memory/memory.ts';
import { createMemoryIndex } from '#workers/domains/memory/memory-index.ts';
import { recall } from '#workers/domains/memory/recall.ts';

type Questions = {
  notes: { key: string; category: string; content: string }[];
  /** `needs`: the keys of the notes without which the answer may be wrong; one of them is enough. */
  questions: Question[];
  /** Written for notes drawn by chance, and never used to choose the ranker, its table or its weights. */
  heldOut: Question[];
};
type Question = { text: string; needs: string[] };

const file = new URL('../../../../fixtures/memory-questions.json', import.meta.url);
const { notes, questions, heldOut } = JSON.parse(readFileSync(file, 'utf8')) as Questions;

/** The categories of the fixture are those of another app. */
const categories: Readonly<Record<string, MemoryCategory>> = {
  ...{ general: 'fact', error: 'learning', learning: 'learning', preference: 'preference' },
};

/** Those of `asked` that are answered without a note that they need, by a model with this context window. */
async function missedOf(
  asked: readonly Question[],
  notesThere: number,
  windowTokens: number,
): Promise<string[]> {
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
  const budgetTokens = Math.min(defaultMemorySettings.budgetTokens, Math.floor(windowTokens * largestShare));
  const missed: string[] = [];
  for (const { text, needs } of asked) {
    const request = { text, agent: defaultAgent.id, budgetTokens };
    const given = new Set((await recall(request, deps))?.memories.map(({ key }) => key));
    const lacking = needs.filter((key) => !given.has(key));
    if (lacking.length > 0) missed.push(`${text} (${lacking.join(', ')})`);
  }
  return missed;
}

describe('the memories that a question needs', () => {
  it('are in the request for 60 of 60 questions with 50 notes', async () => {
    expect(questions).toHaveLength(60);
    expect(await missedOf(questions, 50, 32_000)).toEqual([]);
  });

  // Of 500 notes, about 375 fit into the share of a window of 200,000 tokens, 248 of 128,000 and 60 of 32,000.
  it.each([
    { windowTokens: 200_000, found: 58, foundHeldOut: 35 },
    { windowTokens: 128_000, found: 53, foundHeldOut: 30 },
    { windowTokens: 32_000, found: 36, foundHeldOut: 12 },
  ])(
    'are there with 500 notes: $found of 60 at $windowTokens',
    async ({ windowTokens, found, foundHeldOut }) => {
      expect(heldOut).toHaveLength(40);
      const missed = await missedOf(questions, 500, windowTokens);
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(60 - found);
      const missedHeldOut = await missedOf(heldOut, 500, windowTokens);
      expect(missedHeldOut.length, missedHeldOut.join('\n')).toBeLessThanOrEqual(40 - foundHeldOut);
    },
  );
});
