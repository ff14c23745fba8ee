/**
 * The file index: after any changes it reports what a scan of the workspace would find, and only what is new.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';
import type { FileChanges, FilePort } from '#workers/contracts/ports/file-port.ts';
import { createFileIndex } from '#workers/storage/workspace/file-index.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { watchLock } from '#workers/storage/workspace/workspace-locks.ts';

function open() {
  const { root } = createMemoryFiles();
  const locks = createMemoryLocks();
  const reading = createWorkspace(root, locks);
  const asked: string[] = [];
  let time = 0;
  const watched = {
    ...reading,
    readMany: (paths: readonly string[]) => {
      asked.push(...paths);
      return reading.readMany(paths);
    },
  };
  const index = createFileIndex(watched, () => time);
  const files = createWorkspace(root, watchLock(locks, index.changed));
  return { files, unwatched: reading, index, asked, wait: (ms: number) => void (time += ms) };
}

/** The view of a tool host. */
function createView() {
  const entries = new Map<string, number | 'folder'>();
  let mark: number | undefined;
  return {
    entries,
    mark: () => mark,
    apply(changes: FileChanges): void {
      mark = changes.mark;
      for (const path of changes.gone) entries.delete(path);
      for (const path of changes.folders) entries.set(path, 'folder');
      for (const { path, file } of changes.files) entries.set(path, file.size);
    },
  };
}

async function listAll(files: FilePort): Promise<Map<string, number | 'folder'>> {
  const found = new Map<string, number | 'folder'>();
  for await (const { path, type } of files.walk('.'))
    found.set(path, type === 'directory' ? 'folder' : (await files.stat(path)).size);
  return found;
}

const name = fc.constantFrom('a', 'b', 'c');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const action = fc.oneof(
  fc.record({ type: fc.constant('write' as const), path, size: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('folder' as const), path }),
  fc.record({ type: fc.constant('remove' as const), path }),
  fc.record({ type: fc.constant('move' as const), path, to: path }),
  fc.record({ type: fc.constant('look' as const), path }),
);

async function act(
  files: FilePort,
  each: Exclude<typeof action extends fc.Arbitrary<infer T> ? T : never, { type: 'look' }>,
) {
  try {
    if (each.type === 'write') await files.write(each.path, 'x'.repeat(each.size));
    else if (each.type === 'folder') await files.makeDirectory(each.path);
    else if (each.type === 'remove') await files.remove(each.path, { recursive: true });
    else await files.move(each.path, each.to);
  } catch {
    // For example a file where a folder is needed; changes made before that remain.
  }
}

describe('the index of files', () => {
  it('is what a look at everything shows, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const { files, index } = open();
        const view = createView();
        for (const each of actions) {
          if (each.type !== 'look') await act(files, each);
          else view.apply(await index.since(view.mark()));
        }
        view.apply(await index.since(view.mark()));
        expect([...view.entries].sort()).toEqual([...(await listAll(files))].sort());
      }),
      { numRuns: 150 },
    );
  });

  it('asks for what was written only, and tells nothing twice', async () => {
    const { files, index, asked } = open();
    for (const each of ['one.txt', 'two.txt', 'notes/three.txt']) await files.write(each, each);
    const first = await index.since(undefined);
    expect(first.files).toHaveLength(3);
    asked.length = 0;
    await files.write('two.txt', 'longer than before');
    await files.remove('one.txt');
    const next = await index.since(first.mark);
    expect(asked.sort()).toEqual(['one.txt', 'two.txt']);
    expect(next).toMatchObject({ folders: [], gone: ['one.txt'], files: [{ path: 'two.txt' }] });
    expect(await index.since(next.mark)).toMatchObject({ folders: [], gone: [], files: [] });
    // Another host has no view yet, so it gets all files.
    const whole = (await index.since(undefined)).files.map((each) => each.path);
    expect(whole.sort()).toEqual(['notes/three.txt', 'two.txt']);
  });

  it('finds after a minute what nobody told', async () => {
    const { files, unwatched, index, wait } = open();
    await files.write('known.txt', '');
    const first = await index.since(undefined);
    await unwatched.write('untold.txt', '');
    wait(60_001);
    // This answer triggers another scan, whose result is in the next answer.
    await index.since(first.mark);
    expect((await index.since(first.mark)).files.map((each) => each.path)).toEqual(['untold.txt']);
  });
});
