/** Names are asked about together, once for all who show them, and again after a change. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { FileFacts } from '#shared/api/files.ts';
import { createKnownFiles } from '#src/state/files/known-files.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const facts = (path: string, size = 1): FileFacts => ({ name: path, path, type: 'file', size, modified: 1 });

function start(existing: Map<string, FileFacts>) {
  const asked: (readonly string[])[] = [];
  let listener: (events: readonly EngineEvent[]) => void = () => undefined;
  const files = createKnownFiles({
    api: {
      files: {
        look: (paths) => {
          asked.push(paths);
          return Promise.resolve(paths.map((path) => existing.get(path) ?? null));
        },
      },
    },
    onEvents: (given) => {
      listener = given;
      return () => undefined;
    },
  });
  const change = () => listener([{ type: 'changed', kind: 'files', ids: ['a.md'] }]);
  return { files, asked, change };
}

it('asks once about all names of a text, and takes the first path that exists', async () => {
  const { files, asked } = start(new Map([['b c.md', facts('b c.md')]]));
  files.follow(['a.md']);
  files.follow(['a.md']);
  files.follow(['b%20c.md', 'b c.md']);
  expect(files.of(['a.md']).value).toBeUndefined();
  await vi.runAllTimersAsync();
  expect(asked).toEqual([['a.md', 'b%20c.md', 'b c.md']]);
  expect(files.of(['a.md']).value).toBeNull();
  expect(files.of(['b%20c.md', 'b c.md']).value?.path).toBe('b c.md');
});

it('asks again after a change, at most once a second, about what is still shown', async () => {
  const existing = new Map<string, FileFacts>();
  const { files, asked, change } = start(existing);
  files.follow(['a.md']);
  const leave = files.follow(['gone.md']);
  await vi.runAllTimersAsync();
  leave();
  existing.set('a.md', facts('a.md'));
  for (let times = 0; times < 50; times++) change();
  await vi.runAllTimersAsync();
  expect(asked).toEqual([['a.md', 'gone.md'], ['a.md']]);
  expect(files.of(['a.md']).value?.path).toBe('a.md');
  const before = files.of(['a.md']).value;
  change();
  await vi.runAllTimersAsync();
  // Unchanged: what shows it is not rendered again.
  expect(files.of(['a.md']).value).toBe(before);
});

it('asks in parts where a text has very many names', async () => {
  const { files, asked } = start(new Map());
  for (let at = 0; at < 1_000; at++) files.follow([`${at}.md`]);
  await vi.runAllTimersAsync();
  expect(asked.map(({ length }) => length)).toEqual([400, 400, 200]);
});

it('forgets names that nobody shows any more, where they are many', async () => {
  const { files, asked } = start(new Map());
  const leave = Array.from({ length: 2_001 }, (_, at) => files.follow([`${at}.md`]));
  files.follow(['kept.md']);
  await vi.runAllTimersAsync();
  for (const each of leave) each();
  files.follow(['other.md']);
  await vi.runAllTimersAsync();
  expect(files.of(['0.md']).value).toBeUndefined();
  expect(files.of(['kept.md']).value).toBeNull();
  expect(asked.length).toBe(Math.ceil(2_002 / 400) + 1);
});
