/**
 * The files port of a tool host: a reader cannot write by any message, and the port stops working after the
 * call.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { FilesApi } from '#workers/contracts/tool-host-protocol.ts';
import { createFileIndex } from '#workers/storage/workspace/file-index.ts';
import { serveReadOnlyFiles, serveFiles } from '#workers/engine/tool-hosts/ports/serve-files.ts';
import { recordUntilOver } from '#workers/engine/tool-hosts/ports/record-until-over.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

const opened: MessagePort[] = [];
afterEach(() => opened.splice(0).forEach((port) => port.close()));

async function setUp(kind: 'reading' | 'writing') {
  const memory = createMemoryFiles();
  const root = await memory.root.getDirectoryHandle('workspace', { create: true });
  const undo = await memory.root.getDirectoryHandle('undo', { create: true });
  const over = new AbortController();
  const locks = createMemoryLocks();
  const recorder = recordUntilOver(async () => createUndoRecorder(undo), over.signal);
  const files = createWorkspace(root, locks, recorder);
  let idle = 0;
  const port =
    kind === 'reading'
      ? serveReadOnlyFiles(files, over.signal)
      : serveFiles(files, createFileIndex(files), over.signal, () => void idle++);
  opened.push(port);
  const user = createWorkspace(root, locks);
  await user.write('a.txt', 'old');
  return {
    port,
    user,
    /** A client that knows the methods of a writer, whatever port it got. */
    call: callOver<FilesApi>(port).call,
    end: () => over.abort(),
    idle: () => idle,
    tree: () => memory.tree('workspace'),
  };
}

describe('the port of a reader', () => {
  it.each<[keyof FilesApi, unknown[]]>([
    ['write', ['a.txt', 'new']],
    ['append', ['a.txt', 'new']],
    ['move', ['a.txt', 'b.txt']],
    ['remove', ['a.txt']],
    ['makeDirectory', ['b']],
    ['beginChange', [['a.txt']]],
    ['endChange', [1, [{ type: 'write', path: 'a.txt', content: 'new' }]]],
    ['beginHold', ['a.txt']],
  ])('has no %s', async (method, values) => {
    const { call, tree } = await setUp('reading');
    await expect(Reflect.apply(call, undefined, [method, ...values]) as Promise<unknown>).rejects.toThrow(
      `There is no method '${method}' here.`,
    );
    expect(tree()).toEqual({ 'a.txt': 'old' });
  });

  it('lists many names in parts', async () => {
    const { call, user } = await setUp('reading');
    for (let index = 0; index < 1_001; index++) await user.makeDirectory(`d${index}`);
    const first = await call('walk', { path: '' });
    expect(first).toMatchObject({ ok: true, value: { isOver: false } });
    expect(first.ok && first.value.names).toHaveLength(1_000);
    const second = await call('walk', { walk: first.ok ? first.value.walk : 0 });
    expect(second).toMatchObject({ ok: true, value: { isOver: true } });
    expect(second.ok && second.value.names).toHaveLength(2);
    expect(await call('walk', { walk: 1 })).toMatchObject({ ok: true, value: { names: [], isOver: true } });
  });
});

describe('once the call is over', () => {
  it('holds that it had, or waited for, are released', async () => {
    const { call, end, user, idle } = await setUp('writing');
    await call('beginHold', 'a.txt');
    void call('beginHold', 'a.txt');
    const next = user.hold('a.txt', async () => 'held');
    end();
    expect(await next).toBe('held');
    expect(idle()).toBe(1);
  });

  it('a message has no effect', async () => {
    const { call, end, tree, user, port } = await setUp('writing');
    await call('write', 'b.txt', 'during');
    end();
    void call('write', 'c.txt', 'after');
    port.postMessage({ type: 'call', call: 3, method: 'remove', values: ['a.txt'] });
    await user.write('d.txt', 'later');
    expect(tree()).toEqual({ 'a.txt': 'old', 'b.txt': 'during', 'd.txt': 'later' });
  });

  it('a write that waited for a lock is not made', async () => {
    const { call, end, tree, user, idle } = await setUp('writing');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const holding = user.change(['a.txt'], async () => {
      await held;
      return [];
    });
    void call('write', 'a.txt', 'late');
    // Messages are handled in order, so after this answer the write has arrived.
    await call('stat', 'a.txt');
    end();
    expect(idle()).toBe(0);
    release();
    await holding;
    // Waits for the lock of the file after the write.
    await user.append('a.txt', '!');
    expect(tree()).toEqual({ 'a.txt': 'old!' });
    expect(idle()).toBe(1);
  });

  it('the locks of a change that was not decided are released, and nothing is changed', async () => {
    const { call, end, tree, user } = await setUp('writing');
    const begun = await call('beginChange', ['a.txt', 'b.txt']);
    expect(begun).toMatchObject({ ok: true, value: { files: [{}, null] } });
    const waiting = user.append('a.txt', ' and more');
    end();
    await waiting;
    expect(tree()).toEqual({ 'a.txt': 'old and more' });
  });

  it('the recorder is told once, at the end of the last operation', async () => {
    const { call, end, idle } = await setUp('writing');
    await call('append', 'a.txt', ' and new');
    expect(idle()).toBe(0);
    end();
    expect(idle()).toBe(1);
  });
});
