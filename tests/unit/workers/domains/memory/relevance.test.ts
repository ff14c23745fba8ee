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

async function missedOf(among: readonly Memory[]): Promise<string[]> {
  const index = createMemoryIndex();
  const missed: string[] = [];
  for (const [id, question] of questions) {
    const best = (await index.search(question, among, () => true)).slice(0, 5);
    if (!best.some((note) => note.id === asId<'memory'>(id))) missed.push(question);
  }
  return missed;
}

describe('of 200 notes', () => {
  it('the right one is among the first five for at least 54 of 60 questions', async () => {
    expect([notes.length, questions.length]).toEqual([200, 60]);
    const missed = await missedOf(notes);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
  });

  it('the right one is among the first five even where the names of notes say nothing', async () => {
    const missed = await missedOf(notes.map((note, at) => ({ ...note, key: `n${at}` })));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
  });

  it('searches at the same time find the same, and add no note twice', async () => {
    const index = createMemoryIndex();
    const wanted = [notes, notes.slice(0, 50), notes].map((all) => index.search('handball', all, () => true));
    const found = (await Promise.all(wanted)).map((each) => each.map(({ key }) => key));
    expect(found.map(([best]) => best)).toEqual(['son-sport', 'son-sport', 'son-sport']);
    expect(found.map((keys) => new Set(keys).size)).toEqual(found.map(({ length }) => length));
  });

  it('none is relevant to a question that no note answers', async () => {
    const index = createMemoryIndex();
    for (const question of ['Hello!', 'Thanks, and now?', 'What can you do?', 'Wie geht es dir?', '???'])
      expect(await index.search(question, notes, () => true), question).toEqual([]);
  });
});
