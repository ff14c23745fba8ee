/** Unsaved changes belong to one record, and a draft that cannot be read is no draft. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readTexts, storedDraft, storeDraft } from '#src/ui/kit/form/stored-draft.ts';

const stored = new Map<string, string>();
const first = { name: '', text: 'as it was' };
const read = (draft: unknown) => readTexts(draft, first);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

describe('a stored draft', () => {
  it('belongs to the record that was edited, until it is dropped', () => {
    storeDraft('memory', 'memory_1', '{"name":"typed"}');
    expect(storedDraft('memory', 'memory_1', read)).toEqual({ name: 'typed', text: 'as it was' });
    expect(storedDraft('memory', 'memory_2', read)).toBeNull();
    expect(storedDraft('memory', undefined, read)).toBeNull();
    expect(storedDraft('prompt', 'memory_1', read)).toBeNull();

    storeDraft('memory', 'memory_1', null);
    expect(storedDraft('memory', 'memory_1', read)).toBeNull();
  });

  it.each(['', '[1]', '{', 'null'])('is absent if %o is stored', (text) => {
    storeDraft('task', undefined, text);
    expect(storedDraft('task', undefined, read)).toBeNull();
  });

  it('ignores what is not text', () => {
    storeDraft('prompt', undefined, '{"name":1,"other":"x"}');
    expect(storedDraft('prompt', undefined, read)).toEqual(first);
  });
});
