/**
 * Runtimes on this device: listing, downloading, cancelling, deleting, and downloading again after an update.
 */
import { describe, expect, it } from 'vitest';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import { lateCache, type RuntimeFiles } from '#shared/packages/runtimes.ts';
import { createRuntimeStore } from '#workers/domains/packages/runtime-store.ts';

const base = 'https://app.test/sub/';
const code = 'assets/on-demand/code-aaaaaaaa.js';
const binary = 'assets/binary-aaaaaaaa.wasm';
const shared = 'assets/on-demand/shared-aaaaaaaa.js';
const first: RuntimeFiles[] = [
  {
    name: 'python',
    files: [
      { path: code, bytes: 4 },
      { path: binary, bytes: 6 },
      { path: shared, bytes: 2 },
    ],
  },
  { name: 'git', files: [{ path: shared, bytes: 2 }] },
];
const contents: Record<string, string> = { [code]: 'code', [binary]: 'binary', [shared]: 'sh' };

type Answer = () => Response | Promise<Response>;

function open(list: RuntimeFiles[] = first) {
  const caches = createMemoryCaches();
  const names = new Set<string>();
  const wanted = {
    has: (name: string) => names.has(name),
    list: () => [...names],
    set: async (name: string, isIn: boolean) => void (isIn ? names.add(name) : names.delete(name)),
    reload: async () => undefined,
  };
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const told: [name: string, done: number, total: number][] = [];
  const world = { list };
  const store = createRuntimeStore({
    ...{ base, caches, wanted },
    fetch: async (url, init) => {
      const path = url.slice(base.length);
      asked.push(path);
      init?.signal?.throwIfAborted();
      if (path === 'runtimes.json') return Response.json(world.list);
      const answer = answers.get(path);
      return answer ? answer() : new Response(contents[path] ?? 'new', { status: 200 });
    },
    onProgress: (...report) => told.push(report),
  });
  const kept = async () =>
    (await (await caches.open(lateCache)).keys()).map(({ url }) => url.slice(base.length));
  const states = async () => Object.fromEntries((await store.list()).map(({ name, state }) => [name, state]));
  return { store, world, asked, answers, told, kept, states, names };
}

describe('the list', () => {
  it('tells sizes, and that nothing is here at first', async () => {
    const { store } = open();
    expect(await store.list()).toEqual([
      { name: 'python', bytes: 12, keptBytes: 0, state: 'absent' },
      { name: 'git', bytes: 2, keptBytes: 0, state: 'absent' },
    ]);
  });
});

describe('making a runtime available offline', () => {
  it('keeps each of its files with its content, and tells the progress', async () => {
    const { store, kept, states, told } = open();
    expect(await store.makeOffline('python')).toEqual({ ok: true, value: undefined });
    expect((await kept()).sort()).toEqual([binary, code, shared].sort());
    expect(await states()).toEqual({ python: 'here', git: 'here' });
    expect(told.at(-1)).toEqual(['python', 12, 12]);
  });

  it('downloads only what is missing, and a part shows as such', async () => {
    const { store, asked, states } = open();
    await store.makeOffline('git');
    expect(await states()).toEqual({ python: 'partly', git: 'here' });
    await store.makeOffline('python');
    expect(asked.filter((path) => path === shared)).toHaveLength(1);
  });

  it('fails where the network does, with what is complete kept', async () => {
    const { store, answers, states, told } = open();
    answers.set(binary, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await store.makeOffline('python')).toMatchObject({ ok: false, error: { type: 'network_error' } });
    expect(await states()).toMatchObject({ python: 'partly' });
    expect(told.at(-1)).toEqual(['python', 12, 12]);
    answers.clear();
    expect(await store.makeOffline('python')).toMatchObject({ ok: true });
  });

  it.each<[string, Answer]>([
    ['is not there any more', () => new Response('', { status: 404 })],
    ['is another one', () => new Response('<!doctype html>')],
  ])('keeps nothing of a file that %s', async (_, answer) => {
    const { store, answers, kept } = open();
    answers.set(binary, answer);
    const made = await store.makeOffline('python');
    expect(made).toMatchObject({ ok: false, error: { message: expect.stringContaining('updated') } });
    expect(await kept()).not.toContain(binary);
  });

  it('is one download for two callers, and ends when it is cancelled', async () => {
    const { store, answers, asked, states } = open();
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    answers.set(code, () => {
      reach();
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    });
    const calls = [store.makeOffline('git').then(() => store.makeOffline('python'))];
    await reached;
    calls.push(store.makeOffline('python'));
    expect(await states()).toMatchObject({ python: 'downloading' });
    store.cancel('python');
    for (const call of calls) expect(await call).toMatchObject({ ok: false, error: { type: 'cancelled' } });
    expect(asked.filter((path) => path === code)).toHaveLength(1);
    expect(await states()).toMatchObject({ python: 'partly' });
  });

  it('of an unknown name is refused', async () => {
    const { store } = open();
    expect(await store.makeOffline('cobol' as never)).toMatchObject({
      ok: false,
      error: { type: 'validation_error' },
    });
  });
});

describe('removing', () => {
  it('deletes what no other runtime needs', async () => {
    const { store, kept, states } = open();
    await store.makeOffline('python');
    await store.remove('python');
    expect(await kept()).toEqual([shared]);
    expect(await states()).toEqual({ python: 'partly', git: 'here' });
  });
});

describe('after an update of the app', () => {
  const update = (world: { list: RuntimeFiles[] }) => {
    world.list = [{ name: 'python', files: [{ path: 'assets/on-demand/code-bbbbbbbb.js', bytes: 3 }] }];
  };

  it('fetches again what the user made available offline, and drops the old file', async () => {
    const { store, world, kept, states } = open();
    await store.makeOffline('python');
    update(world);
    expect(await states()).toEqual({ python: 'absent' });
    await store.renew();
    expect(await states()).toEqual({ python: 'here' });
    expect(await kept()).not.toContain(code);
  });

  it('fetches nothing that was removed', async () => {
    const { store, world, states } = open();
    await store.makeOffline('python');
    await store.remove('python');
    update(world);
    await store.renew();
    expect(await states()).toEqual({ python: 'absent' });
  });
});
