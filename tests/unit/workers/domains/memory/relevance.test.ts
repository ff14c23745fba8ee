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

function missedOf(among: readonly Memory[]) {
  const index = createMemoryIndex();
  const best = (question: string) => index.search(question, among, () => true).slice(0, 5);
  return questions.filter(([id, question]) => !best(question).some((note) => note.id === asId<'memory'>(id)));
}

describe('of 200 notes', () => {
  it('the right one is among the first five for at least 54 of 60 questions', () => {
    expect([notes.length, questions.length]).toEqual([200, 60]);
    const missed = missedOf(notes);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
  });

  it('the right one is among the first five even where the names of notes say nothing', () => {
    const missed = missedOf(notes.map((note, at) => ({ ...note, key: `n${at}` })));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
  });

  it('none is relevant to what no note is about', () => {
    const index = createMemoryIndex();
    for (const question of ['Hello!', 'Thanks, and now?', 'What can you do?', 'Wie geht es dir?', '???'])
      expect(
        index.search(question, notes, () => true),
        question,
      ).toEqual([]);
  });
});
