/** Unsaved changes of a memory, as they are read from the storage. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { draftOf, fieldsOf, readFields, seenMemory } from '#src/ui/memory/memory-fields.ts';

const stored: Memory = {
  ...{ id: asId<'memory'>('memory_1'), key: 'diet', content: 'No meat.', category: 'fact' },
  ...{ agent: asId<'agent'>('agent_1'), hits: 0, origin: { by: 'user' }, created: 1, updated: 1 },
};

it('what was typed is read with the memory it was typed over, not with the memory as it is', () => {
  const typed = { ...fieldsOf(stored), content: 'No meat, but fish.' };
  const { agent: _, ...others } = stored;
  const now: Memory = { ...others, content: 'No nuts.' };
  const read = readFields(structuredClone(typed), fieldsOf(now));
  expect(read).toEqual(typed);
  expect(seenMemory(read, now)).toEqual(stored);
  expect(draftOf(read, stored.id)).toEqual({
    ...{ id: stored.id, key: 'diet', content: 'No meat, but fish.', category: 'fact', agent: 'agent_1' },
  });
});

it('what is missing or unknown in it is as in the memory', () => {
  const damaged = { content: 'Fish.', category: 'rumour', agent: null, seen: 'x' };
  expect(readFields(damaged, fieldsOf(stored))).toEqual({ ...fieldsOf(stored), content: 'Fish.' });
});
