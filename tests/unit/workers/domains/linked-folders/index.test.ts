/**
 * A real folder with a copy in the workspace: what is written back, what is fetched, and that nothing is
 * lost.
 */
import { describe, expect, it, vi } from 'vitest';
import { createLinkedFolderWorld, describeChanges } from '#tests/fixtures/worlds/linked-folder-world.ts';

const project = { 'README.md': 'hello', 'src/a.ts': 'a', 'src/b.ts': 'b' };

async function opened(contents: Record<string, string> = project) {
  const world = createLinkedFolderWorld();
  await world.outsideWrites(contents);
  expect(await world.open()).toEqual({ ok: true, value: undefined });
  return world;
}

describe('opening a folder', () => {
  it('copies its files, and leaves out what programs keep and names that cannot be', async () => {
    const world = createLinkedFolderWorld();
    await world.outsideWrites({
      ...project,
      ...{ '.git/config': 'x', 'node_modules/x/y.js': 'y', 'readme.md': 'twin', 'a\u202eb.txt': 'turned' },
      'e\u0301.txt': 'accent',
    });
    const survey = await world.linkedFolders.survey(world.outside.root, false);
    expect(survey).toMatchObject({ ok: true, value: { files: 4, over: null } });
    expect(survey.ok && survey.value.left).toEqual([
      { path: '.git', why: 'heavy' },
      { path: 'a\u202eb.txt', why: 'name' },
      { path: 'node_modules', why: 'heavy' },
      { path: 'readme.md', why: 'name' },
    ]);
    await world.open();
    expect(world.workspace.tree('proj')).toEqual({ ...project, 'src/': '', '\u00e9.txt': 'accent' });
    expect(describeChanges((await world.review()).changes)).toEqual([]);
  });

  it('leaves out what programs keep in every spelling that is the same to a disk, and writes none of it', async () => {
    const world = await opened({ 'a.md': 'a', '.Git/config': 'x', 'Node_Modules/x.js': 'x' });
    expect(world.workspace.tree('proj')).toEqual({ 'a.md': 'a' });
    await world.agentWrites({
      '.GIT/hooks/post-checkout': 'x',
      'GIT~1/config': 'x',
      'b/.git. ./config': 'x',
    });
    const { changes, incoming, left } = await world.review();
    expect([...changes, ...incoming]).toEqual([]);
    expect(left).toEqual([
      { path: '.Git', why: 'heavy' },
      { path: 'Node_Modules', why: 'heavy' },
    ]);
  });

  it('takes programs’ files along where the user says so', async () => {
    const world = createLinkedFolderWorld();
    await world.outsideWrites({ 'a.txt': 'a', 'node_modules/x.js': 'x' });
    await world.open(true);
    expect(world.workspace.tree('proj')).toMatchObject({ 'node_modules/x.js': 'x' });
  });

  it('refuses a folder with too many files, or too large for the free space, and keeps nothing of it', async () => {
    const world = createLinkedFolderWorld();
    await world.outsideWrites(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}`, ''])));
    expect(await world.open()).toEqual({ ok: false, fault: 'files' });
    expect(world.workspace.tree()).toEqual({});
    const small = createLinkedFolderWorld(10);
    await small.outsideWrites({ 'a.txt': 'more than ten bytes' });
    expect(await small.open()).toEqual({ ok: false, fault: 'room' });
  });

  it('refuses a name that is taken, and one that is not a name', async () => {
    const world = await opened();
    expect(await world.open()).toEqual({ ok: false, fault: 'taken' });
    const folder = { handle: world.outside.root, everything: false, run: 'run_x' as never };
    for (const name of ['../up', 'a/b', '.results', ''])
      expect(await world.linkedFolders.link({ ...folder, name })).toEqual({ ok: false, fault: 'taken' });
  });

  it('keeps nothing of an incomplete copy', async () => {
    const world = createLinkedFolderWorld();
    await world.outsideWrites({ 'a.txt': 'a', 'b.txt': 'b' });
    const failing = vi
      .spyOn(world.files, 'write')
      .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    expect(await world.open()).toEqual({ ok: false, fault: 'room' });
    failing.mockRestore();
    expect(world.workspace.tree()).toEqual({});
    expect(await world.linkedFolders.list()).toEqual([]);
  });
});

describe('looking through and writing back', () => {
  it('tells created, changed and deleted files, and writes only what was chosen', async () => {
    const world = await opened();
    await world.agentWrites({ 'src/a.ts': 'A', 'docs/new.md': 'n' });
    await world.files.remove('proj/src/b.ts');
    const { changes } = await world.review();
    expect(describeChanges(changes)).toEqual(['created docs/new.md', 'changed src/a.ts', 'deleted src/b.ts']);
    const chosen = changes.filter(({ kind }) => kind !== 'deleted');
    const report = await world.push(chosen);
    expect(report).toEqual({
      ok: true,
      value: { done: ['docs/new.md', 'src/a.ts'], left: [], kept: null },
    });
    expect(world.outside.tree()).toMatchObject({ 'src/a.ts': 'A', 'src/b.ts': 'b', 'docs/new.md': 'n' });
    expect(describeChanges((await world.review()).changes)).toEqual(['deleted src/b.ts']);
    await world.push((await world.review()).changes);
    expect(world.outside.tree()).not.toHaveProperty('src/b.ts');
    expect(await world.review()).toMatchObject({ changes: [], incoming: [] });
  });

  it('shows what writing would do to the file as it is now', async () => {
    const world = await opened();
    await world.agentWrites({ 'README.md': 'hello\nyou' });
    const diff = await world.linkedFolders.diff('proj', 'README.md');
    expect(diff.ok && diff.value).toContain('+you');
    await world.agentWrites({ 'README.md': 'a\0b' });
    expect(await world.linkedFolders.diff('proj', 'README.md')).toEqual({ ok: true, value: null });
  });

  it('writes nothing that has changed since it was shown, on either side', async () => {
    const world = await opened();
    await world.agentWrites({ 'README.md': 'mine', 'src/a.ts': 'A' });
    const { changes } = await world.review();
    await world.outsideWrites({ 'README.md': 'theirs' });
    await world.agentWrites({ 'src/a.ts': 'AA' });
    const report = await world.push(changes);
    expect(report.ok && report.value.left).toEqual([
      { path: 'README.md', why: 'changed' },
      { path: 'src/a.ts', why: 'changed' },
    ]);
    expect(world.outside.tree()).toMatchObject({ 'README.md': 'theirs', 'src/a.ts': 'a' });
  });

  it('asks about a file that both sides changed, and keeps the version it writes over', async () => {
    const world = await opened();
    await world.agentWrites({ 'README.md': 'mine' });
    await world.outsideWrites({ 'README.md': 'theirs' });
    const { changes, incoming } = await world.review();
    expect(describeChanges(changes)).toEqual(['changed README.md, changed outside']);
    expect(incoming).toEqual([]);
    const report = await world.push(changes);
    expect(report).toEqual({ ok: true, value: { done: ['README.md'], left: [], kept: 'kept' } });
    expect(world.outside.tree()).toMatchObject({ 'README.md': 'mine' });
    expect(world.workspace.tree('kept')).toEqual({ 'README.md': 'theirs' });
  });

  it('takes the empty file that a killed write left for its own, and keeps no version of it', async () => {
    const world = await opened();
    await world.agentWrites({ 'docs/new.md': 'n' });
    await world.outsideWrites({ 'docs/new.md': '' });
    const { changes } = await world.review();
    expect(describeChanges(changes)).toEqual(['changed docs/new.md']);
    expect(await world.push(changes)).toEqual({
      ok: true,
      value: { done: ['docs/new.md'], left: [], kept: null },
    });
    expect(world.outside.tree()).toMatchObject({ 'docs/new.md': 'n' });
  });

  it('deletes nothing if a write failed', async () => {
    const world = await opened();
    await world.files.move('proj/src/b.ts', 'proj/src/c.ts');
    const { changes } = await world.review();
    expect(describeChanges(changes)).toEqual(['deleted src/b.ts', 'created src/c.ts']);
    await world.outsideWrites({ 'src/c.ts': 'in the way' });
    const report = await world.push(changes);
    expect(report.ok && report.value.left).toEqual([
      { path: 'src/c.ts', why: 'changed' },
      { path: 'src/b.ts', why: 'held' },
    ]);
    expect(world.outside.tree()).toMatchObject({ 'src/b.ts': 'b', 'src/c.ts': 'in the way' });
  });

  it('reports what was written before it broke off, and continues from there', async () => {
    const world = await opened();
    await world.agentWrites({ 'README.md': '1', 'src/a.ts': '2', 'src/b.ts': '3' });
    const { changes } = await world.review();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    world.outside.killAfter(1);
    const report = await world.push(changes);
    vi.restoreAllMocks();
    expect(report).toEqual({
      ok: true,
      value: {
        done: ['README.md'],
        left: [
          { path: 'src/a.ts', why: 'failed' },
          { path: 'src/b.ts', why: 'failed' },
        ],
        kept: null,
      },
    });
    world.outside.revive();
    expect(world.outside.tree()).toMatchObject({ 'README.md': '1', 'src/a.ts': 'a', 'src/b.ts': 'b' });
    const left = await world.review();
    expect(describeChanges(left.changes)).toEqual(['changed src/a.ts', 'changed src/b.ts']);
    await world.push(left.changes);
    expect(world.outside.tree()).toMatchObject({ 'src/a.ts': '2', 'src/b.ts': '3' });
  });

  it('never touches a file that it left out, whatever is made in its place', async () => {
    const world = await opened({ 'README.md': 'hello', 'Notes.md': '1', 'notes.md': 'twin' });
    await world.files.remove('proj/Notes.md');
    await world.agentWrites({ 'notes.md': 'mine' });
    const { changes } = await world.review();
    expect(describeChanges(changes)).toEqual(['deleted Notes.md']);
    expect(world.outside.tree()).toMatchObject({ 'notes.md': 'twin' });
  });

  it('tells a file from the one that is left out for its name in another Unicode form', async () => {
    const world = await opened({
      'e\u0301.md': 'apart',
      '\u00e9.md': 'together',
      'e\u0301/a.md': 'a',
      '\u00e9/a.md': 'b',
    });
    expect(world.workspace.tree('proj')).toEqual({
      '\u00e9.md': 'together',
      '\u00e9/': '',
      '\u00e9/a.md': 'b',
    });
    await world.files.remove('proj/\u00e9.md');
    await world.agentWrites({ '\u00e9/a.md': 'mine' });
    const { changes, left } = await world.review();
    expect(describeChanges(changes)).toEqual(['deleted \u00e9.md', 'changed \u00e9/a.md']);
    expect(left.map(({ path }) => path)).toEqual(['e\u0301', 'e\u0301.md']);
    await world.push(changes);
    expect(world.outside.tree()).toMatchObject({
      ...{ 'e\u0301.md': 'apart', 'e\u0301/a.md': 'a', '\u00e9/a.md': 'mine' },
    });
    expect(world.outside.tree()).not.toHaveProperty('\u00e9.md');
  });

  it('never touches a twin that is spelt apart, either', async () => {
    const world = await opened({ '\u00c9.md': '1', 'e\u0301.md': 'twin' });
    await world.files.remove('proj/\u00c9.md');
    await world.agentWrites({ '\u00e9.md': 'mine' });
    expect(describeChanges((await world.review()).changes)).toEqual(['deleted \u00c9.md']);
  });

  it('proposes to delete nothing where the copy itself is gone, and fetches it again', async () => {
    const world = await opened();
    await world.files.move('proj', 'elsewhere');
    const review = await world.review();
    expect(review).toMatchObject({ changes: [], isCopyGone: true });
    expect(review.incoming).toHaveLength(3);
    await world.pull(review.incoming);
    expect(world.workspace.tree('proj')).toEqual({ ...project, 'src/': '' });
    expect(await world.review()).toMatchObject({ changes: [], incoming: [], isCopyGone: false });
  });
});

describe('pulling', () => {
  it('takes over what changed outside, and nothing that changed here', async () => {
    const world = await opened();
    await world.agentWrites({ 'src/b.ts': 'mine' });
    await world.outsideWrites({ 'README.md': 'new', 'src/c.ts': 'c' });
    await world.outside.root.getDirectoryHandle('src').then((src) => src.removeEntry('a.ts'));
    const { changes, incoming } = await world.review();
    expect(describeChanges(changes)).toEqual(['changed src/b.ts']);
    expect(describeChanges(incoming)).toEqual(['changed README.md', 'deleted src/a.ts', 'created src/c.ts']);
    await world.pull(incoming);
    expect(world.workspace.tree('proj')).toEqual({
      'README.md': 'new',
      ...{ 'src/': '', 'src/b.ts': 'mine', 'src/c.ts': 'c' },
    });
    expect(describeChanges((await world.review()).changes)).toEqual(['changed src/b.ts']);
  });

  it('asks before what was fetched and undone is written over what came from outside', async () => {
    const world = await opened();
    await world.outsideWrites({ 'README.md': 'new' });
    await world.pull((await world.review()).incoming);
    expect(describeChanges((await world.review()).changes)).toEqual([]);
    await world.agentWrites({ 'README.md': 'hello' });
    const { changes } = await world.review();
    expect(describeChanges(changes)).toEqual(['changed README.md, changed outside']);
    await world.push(changes);
    expect(world.workspace.tree('kept')).toEqual({ 'README.md': 'new' });
  });

  it('leaves alone what an agent changed since the look', async () => {
    const world = await opened();
    await world.outsideWrites({ 'README.md': 'new' });
    const { incoming } = await world.review();
    await world.agentWrites({ 'README.md': 'agent' });
    const report = await world.pull(incoming);
    expect(report.ok && report.value).toMatchObject({
      done: [],
      left: [{ path: 'README.md', why: 'changed' }],
    });
    expect(world.workspace.tree('proj')).toMatchObject({ 'README.md': 'agent' });
  });
});

describe('a folder that cannot be reached', () => {
  it('is distinguished from an empty one, and loses nothing', async () => {
    const world = await opened();
    vi.spyOn(world.outside.root, 'values').mockImplementation(() => {
      throw new DOMException('', 'NotFoundError');
    });
    expect(await world.linkedFolders.review('proj')).toEqual({ ok: false, fault: 'gone' });
    vi.spyOn(world.outside.root, 'values').mockImplementation(() => {
      throw new DOMException('', 'NotAllowedError');
    });
    expect(await world.linkedFolders.review('proj')).toEqual({ ok: false, fault: 'refused' });
    vi.restoreAllMocks();
    expect(await world.review()).toMatchObject({ changes: [], incoming: [] });
  });

  it('counts a folder in it that cannot be read as left out, not as deleted', async () => {
    const world = await opened();
    const entry = await world.outside.root.getDirectoryHandle('src');
    const own = Object.assign(entry, {
      values: () => {
        throw new DOMException('', 'NotReadableError');
      },
    });
    const before = world.outside.root.values.bind(world.outside.root);
    const values = async function* () {
      for await (const each of before()) yield each.name === 'src' ? own : each;
    };
    Object.assign(world.outside.root, { values });
    const review = await world.review();
    expect(review).toMatchObject({
      ...{ changes: [], incoming: [] },
      left: [{ path: 'src', why: 'unreadable' }],
    });
  });

  it('is forgotten, and its copy stays', async () => {
    const world = await opened();
    await world.linkedFolders.disconnect('proj');
    expect(await world.linkedFolders.list()).toEqual([]);
    expect(await world.linkedFolders.review('proj')).toEqual({ ok: false, fault: 'unknown' });
    expect(world.workspace.tree('proj')).toEqual({ ...project, 'src/': '' });
  });
});
