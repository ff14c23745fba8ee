/** Tools of a feature are switched together with it, and not in the grid. */
import { expect, it } from 'vitest';
import { isInGrid } from '#src/ui/tools/in-grid.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';

const shown = (enabled: boolean) =>
  definitions.filter((tool) => isInGrid({ ...tool, enabled })).map(({ name }) => name);

it('tools of memory, tasks and alarms are not in the grid; search_history, which reads chats, is', () => {
  const all = shown(true);
  for (const name of [
    'memory_store',
    'memory_search',
    'schedule_task',
    'list_tasks',
    'set_alarm',
    'cancel_alarm',
  ])
    expect(all).not.toContain(name);
  for (const name of ['read_file', 'search_history', 'get_current_time']) expect(all).toContain(name);
});

it('one that was switched off by itself can be switched on again', () => {
  expect(shown(false)).toContain('memory_store');
});

it('a tool for tests is never in the grid', () => {
  for (const enabled of [true, false]) expect(shown(enabled)).not.toContain('noop');
});
