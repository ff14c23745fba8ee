/** Unsaved changes of a task, as they are read from the storage. */
import { expect, it } from 'vitest';
import { fieldsOf, readFields } from '#src/ui/tasks/task-fields.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const first = fieldsOf(undefined, now);

it('what was typed is read as it was written', () => {
  const typed = { ...first, name: 'News', when: { ...first.when, kind: 'cron' as const, cron: '5 * * * *' } };
  expect(readFields(structuredClone(typed), first)).toEqual(typed);
});

it('what is missing or unknown in it is as in a new form', () => {
  const damaged = { name: 5, prompt: 'Hi', when: { kind: 'yearly', time: '09:00' }, budget: null, more: '' };
  expect(readFields(damaged, first)).toEqual({ ...first, prompt: 'Hi' });
});
