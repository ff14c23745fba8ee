import { describe, expect, it } from 'vitest';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { ChangeRecorder, RecordedPath } from '#workers/storage/workspace/change-recorder.ts';
import { noRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function open(recorder: Partial<ChangeRecorder>) {
  const memory = createMemoryFiles();
  const root = await memory.root.getDirectoryHandle('workspace', { create: true });
  const locks = createMemoryLocks();
  await createWorkspace(root, locks).write('old.txt', 'before');
  return {
    files: createWorkspace(root, locks, { ...noRecorder, ...recorder }),
    tree: () => memory.tree('workspace'),
  };
}

describe('a write', () => {
  it.each(['old.txt', 'new.txt'])('leaves %s as it was where undo cannot keep it', async (path) => {
    const { files, tree } = await open({ keep: () => Promise.reject(new Error('No room for undo.')) });
    await expect(files.write(path, 'after')).rejects.toThrow('No room for undo.');
    expect(tree()).toEqual({ 'old.txt': 'before' });
  });

  it('can be made again after undo could not keep it', async () => {
    let fails = true;
    const keep = () => (fails ? Promise.reject(new Error('No room.')) : Promise.resolve());
    const { files, tree } = await open({ keep });
    await expect(files.write('old.txt', 'after')).rejects.toThrow('No room.');
    fails = false;
    await files.write('old.txt', 'after');
    expect(tree()).toEqual({ 'old.txt': 'after' });
  });

  it('changes nothing before undo has kept what was there', async () => {
    const seen: unknown[] = [];
    const { files, tree } = await open({
      async keep([place]) {
        // Wait as long as staging could take.
        for (let turn = 0; turn < 50; turn++) await Promise.resolve();
        seen.push([place?.segments.join('/'), place?.entry?.kind, tree()]);
      },
    });
    await files.write('old.txt', 'after');
    await files.write('new.txt', 'after');
    expect(seen).toEqual([
      ['old.txt', 'file', { 'old.txt': 'before' }],
      ['new.txt', undefined, { 'old.txt': 'after' }],
    ]);
  });

  it('tells undo what is there now, without reading a short text back', async () => {
    const done: RecordedPath[] = [];
    const { files } = await open({ done: async (places) => void done.push(...places) });
    await files.write('old.txt', 'Grüße');
    await files.append('old.txt', '!');
    expect(done.map(({ content }) => content && new TextDecoder().decode(content))).toEqual([
      'Grüße',
      undefined,
    ]);
  });
});
