/** The contract of the file port, for writes of the user, and for writes of a run with undo. */
import { afterEach, describe, expect, it } from 'vitest';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { FilePort, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { FilesApi } from '#workers/contracts/tool-host-protocol.ts';
import { createFileIndex } from '#workers/storage/workspace/file-index.ts';
import { serveFiles } from '#workers/engine/tool-hosts/ports/serve-files.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createToolFiles } from '#workers/tool-host/file-client.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createMemoryFiles, type MemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

type Opened = {
  files: ToolFiles;
  /** All stored files, temporary ones included, as path to content. */
  tree(): Record<string, string>;
  memory: MemoryFiles;
};

testFilePort('the port of the user', async () => open());
testFilePort('the port of a run', async () => {
  const memory = createMemoryFiles();
  const folder = await memory.root.getDirectoryHandle('undo', { create: true });
  return open(memory, createUndoRecorder(folder, 4));
});

testFilePort('the port lent to a tool host', async () => {
  const { files, tree, memory } = await open();
  const port = serveFiles(files, createFileIndex(files), new AbortController().signal, () => undefined);
  lent.push(port);
  return { files: createToolFiles(callOver<FilesApi>(port)), tree, memory };
});

const lent: MessagePort[] = [];
afterEach(() => lent.splice(0).forEach((port) => port.close()));

async function open(
  memory = createMemoryFiles(),
  recorder?: ReturnType<typeof createUndoRecorder>,
): Promise<Opened & { files: FilePort }> {
  const root = await memory.root.getDirectoryHandle('workspace', { create: true });
  return {
    files: createWorkspace(root, createMemoryLocks(), recorder),
    tree: () => memory.tree('workspace'),
    memory,
  };
}

function testFilePort(name: string, start: () => Promise<Opened>): void {
  describe(name, () => {
    const text = async (files: ToolFiles, path: string) => (await files.read(path)).text();

    it('reads back text and bytes, and returns how much was written', async () => {
      const { files } = await start();
      expect(await files.write('a.txt', 'Grüße')).toBe(7);
      expect(await text(files, 'a.txt')).toBe('Grüße');
      const bytes = Uint8Array.of(0, 255, 128);
      expect(await files.write('b.bin', new Blob([bytes]))).toBe(3);
      expect(new Uint8Array(await (await files.read('b.bin')).arrayBuffer())).toEqual(bytes);
      expect(await files.stat('a.txt')).toMatchObject({ path: 'a.txt', type: 'file', size: 7 });
    });

    it('replaces a file as a whole, and adds to its end', async () => {
      const { files, tree } = await start();
      await files.write('a.txt', 'a long first text');
      await files.write('a.txt', 'two');
      expect(await files.append('a.txt', ' three')).toBe(6);
      expect(await files.append('new.txt', 'begun')).toBe(5);
      expect(tree()).toEqual({ 'a.txt': 'two three', 'new.txt': 'begun' });
    });

    it('grants a hold on a path to one at a time, in order, also after a failure, and does not block writes', async () => {
      const { files } = await start();
      const order: string[] = [];
      const hold = (name: string, work: () => Promise<unknown>) =>
        files.hold('a/.git', async () => {
          order.push(`${name} begins`);
          await work();
          order.push(`${name} ends`);
        });
      const first = hold('first', async () => {
        await files.write('a/.git', 'while it is held');
        await files.remove('a', { recursive: true });
      });
      const second = hold('second', () => Promise.reject(new Error('on purpose')));
      const third = hold('third', () => files.hold('another', () => files.write('b', 'b')));
      await first;
      await expect(second).rejects.toThrow('on purpose');
      await third;
      expect(order).toEqual(['first begins', 'first ends', 'second begins', 'third begins', 'third ends']);
      await expectFailure(files.hold('../out', async () => undefined));
    });

    it('makes the folders above a file, and a folder once', async () => {
      const { files } = await start();
      await files.write('x/y/a.txt', '1');
      expect(await files.stat('x/y')).toMatchObject({ type: 'directory' });
      expect(await files.makeDirectory('x/y')).toBe(false);
      expect(await files.makeDirectory('x/z')).toBe(true);
    });

    it('lists a folder by name, and walks each folder before what is in it', async () => {
      const { files } = await start();
      for (const path of ['b.txt', 'a/2.txt', 'a/1/x.txt', 'c/y.txt']) await files.write(path, path);
      expect((await files.list('')).map(({ path }) => path)).toEqual(['a', 'b.txt', 'c']);
      const walked: string[] = [];
      for await (const { path } of files.walk('')) walked.push(path);
      expect(walked).toEqual(['a', 'a/1', 'a/1/x.txt', 'a/2.txt', 'b.txt', 'c', 'c/y.txt']);
    });

    it('moves files and folders, and never overwrites anything', async () => {
      const { files, tree } = await start();
      await files.write('a/1.txt', 'one');
      await files.write('b.txt', 'two');
      await files.move('a', 'deep/c');
      await files.move('b.txt', 'deep/c/2.txt');
      expect(tree()).toMatchObject({ 'deep/c/1.txt': 'one', 'deep/c/2.txt': 'two' });
      await expectFailure(files.move('deep/c/1.txt', 'deep/c/2.txt'));
      expect(tree()).toMatchObject({ 'deep/c/1.txt': 'one', 'deep/c/2.txt': 'two' });
    });

    it('removes a file, an empty folder, and a non-empty one only on request', async () => {
      const { files, tree } = await start();
      await files.write('a/1.txt', 'one');
      await expectFailure(files.remove('a'));
      expect(tree()).toMatchObject({ 'a/1.txt': 'one' });
      await files.remove('a', { recursive: true });
      await files.makeDirectory('b');
      await files.remove('b');
      await files.write('c', '');
      await files.remove('c');
      expect(tree()).toEqual({});
    });

    it('fails with an error for the model if the file is missing or of another kind', async () => {
      const { files } = await start();
      await files.write('file', 'x');
      await files.makeDirectory('folder');
      for (const work of [
        () => files.read('none'),
        () => files.stat('none'),
        () => files.list('none'),
        () => files.move('none', 'other'),
        () => files.remove('none'),
        () => files.read('folder'),
        () => files.list('file'),
        () => files.write('folder', 'x'),
        () => files.write('file/below', 'x'),
        () => files.makeDirectory('file'),
      ])
        await expectFailure(work());
    });

    it.each(['../a', 'a/../../b', '/etc/passwd', 'a\\b', 'a\0b', 'a\u202eb'])(
      'names nothing outside the workspace with %j, by any method',
      async (path) => {
        const { files, tree } = await start();
        await files.write('inside', 'x');
        for (const work of [
          async () => files.read(path),
          async () => files.stat(path),
          async () => files.list(path),
          async () => files.write(path, 'x'),
          async () => files.append(path, 'x'),
          async () => files.makeDirectory(path),
          async () => files.move('inside', path),
          async () => files.move(path, 'other'),
          async () => files.remove(path, { recursive: true }),
          async () => files.change([path], async () => [{ type: 'write', path, content: 'x' }]),
          async () => Array.fromAsync(files.walk(path)),
        ])
          await expectFailure(work());
        expect(tree()).toEqual({ inside: 'x' });
      },
    );

    it('makes all changes of a plan or none, and passes the current content to the plan', async () => {
      const { files, tree } = await start();
      await files.write('a.txt', 'old');
      await files.change(['a.txt', 'b.txt', 'c.txt'], async (read) => {
        expect(await (await read('a.txt'))?.text()).toBe('old');
        expect(await read('b.txt')).toBeNull();
        return [
          { type: 'write', path: 'b.txt', content: 'new' },
          { type: 'remove', path: 'a.txt' },
        ];
      });
      expect(tree()).toEqual({ 'b.txt': 'new' });
      await expect(
        files.change(['b.txt'], () => Promise.reject(new ToolError('validation_error', 'No.'))),
      ).rejects.toThrow('No.');
      expect(tree()).toEqual({ 'b.txt': 'new' });
    });

    it('has either the old or the new content, wherever the thread is killed while it writes', async () => {
      const seen = new Set<string>();
      for (let changes = 0; changes < 12; changes++) {
        const { files, memory } = await start();
        await files.write('a.txt', 'old');
        memory.killAfter(changes);
        await files.write('a.txt', 'a new text').catch(() => undefined);
        memory.revive();
        seen.add(await text(files, 'a.txt'));
      }
      expect([...seen].sort()).toEqual(['a new text', 'old']);
    });

    it('keeps all of many concurrent appends', async () => {
      const { files } = await start();
      await Promise.all(Array.from({ length: 20 }, (_, index) => files.append('a.txt', `${index}\n`)));
      const lines = (await text(files, 'a.txt')).trim().split('\n').map(Number);
      expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });
  });
}

describe('a write with a listener', () => {
  it('ends when the listener refuses it, and nothing is changed', async () => {
    const { files, tree } = await open();
    await files.write('a.txt', 'old');
    const write = files.write('a.txt', new Blob(['new']), () => {
      throw new ToolError('cancelled', 'Stopped.');
    });
    await expectFailure(write);
    expect(tree()).toEqual({ 'a.txt': 'old' });
  });
});

/** Expects a `ToolError`, whose message a model can read. */
async function expectFailure(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toBeInstanceOf(ToolError);
}
