/**
 * The ticks of a linked folder: each is valid for the change that the user saw, not for a later change of the
 * file.
 */
import { describe, expect, it } from 'vitest';
import type { LinkedFolderChange } from '#shared/rpc/linked-folder.ts';
import { createFolderReview } from '#src/state/linked-folders/folder-review.ts';
import { createLinkedFolderWorld, describeChanges } from '#tests/fixtures/worlds/linked-folder-world.ts';

async function shown(contents: Record<string, string>) {
  const world = createLinkedFolderWorld();
  const handle = Object.assign(world.outside.root, { queryPermission: async () => 'granted' as const });
  await world.outsideWrites(contents);
  await world.open();
  const { linkedFolders } = world;
  const api = {
    linkedFolders: {
      review: linkedFolders.review,
      push: linkedFolders.push,
      pull: linkedFolders.pull,
      diff: linkedFolders.diff,
      disconnect: linkedFolders.disconnect,
    },
    files: { list: async () => ({ ok: true as const, value: [] }) },
  };
  const state = createFolderReview(
    { name: 'proj', source: 'proj', handle },
    {
      connection: { api, onEvents: () => () => undefined },
      toasts: { attempt: (work) => work, show: () => 0 },
      offerUndo: () => undefined,
    },
  );
  const rowOf = (path: string): LinkedFolderChange => {
    const change = state.review.value?.changes.find((each) => each.path === path);
    if (!change) throw new Error(`no row for ${path}`);
    return change;
  };
  return { world, state, rowOf, ticked: () => describeChanges(state.chosen.value) };
}

describe('a tick', () => {
  it('does not delete a file that was only changed when it was ticked', async () => {
    const { world, state, rowOf, ticked } = await shown({ 'a.md': 'theirs' });
    await world.agentWrites({ 'a.md': 'mine' });
    await state.compare();
    state.choose(rowOf('a.md'), true);
    await world.files.remove('proj/a.md');
    await state.compare();
    expect(describeChanges(state.review.value?.changes ?? [])).toEqual(['deleted a.md']);
    expect(ticked()).toEqual([]);
    await state.push();
    expect(world.outside.tree()).toEqual({ 'a.md': 'theirs' });
    state.choose(rowOf('a.md'), true);
    expect(ticked()).toEqual(['deleted a.md']);
  });

  it('on all of them applies to the current changes, as they are', async () => {
    const { world, state, ticked } = await shown({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
    await world.agentWrites({ 'a.md': 'A', 'b.md': 'B' });
    await world.files.remove('proj/c.md');
    await state.compare();
    state.chooseAll(true);
    expect(ticked()).toEqual(['changed a.md', 'changed b.md', 'deleted c.md']);
    await world.files.remove('proj/a.md');
    await world.outsideWrites({ 'b.md': 'changed in an editor', 'c.md': 'changed as well' });
    await state.compare();
    expect(describeChanges(state.review.value?.changes ?? [])).toEqual([
      'deleted a.md',
      'changed b.md, changed outside',
      'deleted c.md, changed outside',
    ]);
    expect(ticked()).toEqual([]);
  });

  it('on a file that both sides changed does not apply to a later version of either', async () => {
    const { world, state, rowOf, ticked } = await shown({ 'a.md': 'a' });
    await world.agentWrites({ 'a.md': 'mine' });
    await world.outsideWrites({ 'a.md': 'theirs' });
    await state.compare();
    expect(ticked()).toEqual([]);
    state.choose(rowOf('a.md'), true);
    expect(ticked()).toEqual(['changed a.md, changed outside']);
    await world.outsideWrites({ 'a.md': 'theirs, again' });
    await state.compare();
    expect(ticked()).toEqual([]);
  });

  it('that was removed stays removed, whatever happens to the file', async () => {
    const { world, state, rowOf, ticked } = await shown({ 'a.md': 'a' });
    await world.agentWrites({ 'a.md': 'mine' });
    await state.compare();
    state.choose(rowOf('a.md'), false);
    await world.agentWrites({ 'a.md': 'mine, again' });
    await state.compare();
    expect(ticked()).toEqual([]);
  });
});
