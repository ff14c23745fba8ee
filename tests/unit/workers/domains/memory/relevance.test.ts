/** Relevance: of 200 notes, the one that answers a question is among the first five. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { createMemoryIndex } from '#workers/domains/memory/memory-index.ts';

function pairs(file: string): [string, string][] {
  const text = readFileSync(new URL(`../../../../fixtures/relevance/${file}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' | ');
      return [line.slice(0, at), line.slice(at + 3)];
    });
}

const notes = [...pairs('notes.txt'), ...pairs('notes-other.txt')].map(([key, content]): Memory => ({
  ...{ id: asId<'memory'>(key), key, content, category: 'fact', hits: 0 },
  ...{ origin: { by: 'user' }, created: 1, updated: 1 },
}));
const questions = pairs('questions.txt');

describe('of 200 notes', () => {
  it('the right one is among the first five for at least 54 of 60 questions', () => {
    expect([notes.length, questions.length]).toEqual([200, 60]);
    const index = createMemoryIndex();
    const missed = questions.filter(([key, question]) => {
      const found = index.search(question, notes, 5);
      return !found.some((note) => note.key === key);
    });
    console.info(missed);
    expect(60 - missed.length).toBeGreaterThanOrEqual(54);
  });
});
