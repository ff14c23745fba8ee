/**
 * Random sequences of commands, the same for real git and for this implementation: equal output, files, status and
 * trees after each, and a repository that passes `git fsck`. A failure names the commands and the seed.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { hasRealGit } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, type TwoGits, withoutIds } from '#tests/fixtures/git/two-gits.ts';

const isSoak = process.env.SUITE === 'soak';
const sequences = isSoak ? 20 : 1;
const commands = isSoak ? 100 : 50;
/** After so many commands the repositories are compared whole, which takes longer. */
const between = isSoak ? 10 : 25;

/** No name is a folder of another one: what git then does is in docs/git.md under “What differs”. */
const names = [
  ...['a.txt', 'b.txt', 'docs/c.md', 'docs/deep/d.txt', 'docs/deep/e.txt'],
  ...['src/main.js', 'src/lib/util.js', 'with space.txt', 'Grüße.txt', 'data.bin'],
];
const words = ['alpha', 'beta', 'gamma', 'delta', 'fn() {', '}', '  indented', 'x = 1;', 'end'];

let git: TwoGits | undefined;
afterEach(() => git?.close());

describe.skipIf(!hasRealGit)('random commands', () => {
  for (let seed = 1; seed <= sequences; seed++)
    it(`leave the same repository (seed ${seed})`, { timeout: 300_000 }, async () => {
      git = await openTwoGits();
      await playSequence(git, seed);
    });
});

type Random = { below(count: number): number; of<T>(list: readonly [T, ...T[]] | readonly T[]): T };
type World = { git: TwoGits; random: Random; history: string[] };
type Step = (world: World) => Promise<void>;

/** Mulberry32, which is short and good enough here. */
function seeded(seed: number): Random {
  let state = seed * 0x9e3779b9;
  const below = (count: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
  return {
    below,
    of(list) {
      const value = list[below(list.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    },
  };
}

async function playSequence(git: TwoGits, seed: number): Promise<void> {
  const world: World = { git, random: seeded(seed), history: [] };
  try {
    await git.run('init');
    await change(world);
    await same(world, 'add', '-A');
    await same(world, 'commit', '-m', 'first');
    let next = between;
    while (world.history.length < commands) {
      await world.random.of(steps)(world);
      await settle(world);
      await sameState(world);
      if (world.history.length < next) continue;
      next = world.history.length + between;
      await git.expectEqual();
    }
    await git.expectEqual();
  } catch (error) {
    if (error instanceof Error)
      error.message = `${error.message}\n\nseed ${seed}:\n${world.history.join('\n')}`;
    throw error;
  }
}

/** Runs a command with both gits; exit codes and output must be the same. */
async function same({ git, history }: World, ...args: string[]): Promise<boolean> {
  history.push(
    `git ${args.map((arg) => (/[^\w./~^=@{}-]/.test(arg) ? JSON.stringify(arg) : arg)).join(' ')}`,
  );
  const { real, ours } = await git.run(...args);
  expect(shown(ours.stdout), `git ${args.join(' ')}`).toBe(shown(real.stdout));
  return real.exitCode === 0;
}

const statistics = /^ (?:\d+ files? changed|create mode|delete mode|rename |mode change|.*\| ).*\n/gm;

/** Without ids, and without statistics of commits: in those, git looks for renames. */
const shown = (output: string) =>
  /^(?:\[|Merge made|Updating )/m.test(output)
    ? withoutIds(output).replaceAll(statistics, '')
    : withoutIds(output);

async function sameState({ git }: World): Promise<void> {
  const [real, ours] = [
    await git.realGit('status', '--porcelain=v1', '-b'),
    await git.ourGit('status', '--porcelain=v1', '-b'),
  ];
  expect(withoutIds(ours.stdout)).toBe(withoutIds(real.stdout));
}

async function listed({ git }: World, ...args: string[]): Promise<string[]> {
  return (await git.realGit(...args)).stdout.split('\n').filter(Boolean);
}

const branches = (world: World) => listed(world, 'branch', '--format=%(refname:short)').then(onlyNames);
const onlyNames = (list: string[]) => [...list.filter((name) => !name.startsWith('(')), 'HEAD'];
const tracked = (world: World) => listed(world, 'ls-files');

/** Lines name their file, so that no file is taken for a renamed one. */
const lineFor = ({ random }: World, name: string) => `${random.of(words)} ${random.below(20)} of ${name}`;

function textFor(world: World, name: string): string {
  const { random } = world;
  const lines = Array.from({ length: random.below(14) }, () => lineFor(world, name));
  const end = random.of(['\n', '\n', '\n', '\r\n', '']);
  return lines.length === 0 ? '' : lines.join(end === '\r\n' ? end : '\n') + end;
}

/** Writes or deletes a few files; a written one keeps most of its lines. */
async function change(world: World): Promise<void> {
  const { git, random, history } = world;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const name = random.of(names);
    const before = await git.real.read(name).catch(() => undefined);
    if (before !== undefined && random.below(8) === 0) {
      history.push(`rm ${JSON.stringify(name)}`);
      await git.remove(name);
      continue;
    }
    const content =
      before === undefined || random.below(5) === 0 ? textFor(world, name) : edited(world, name, before);
    const isBinary = name.endsWith('.bin');
    history.push(`write ${JSON.stringify(name)} ${JSON.stringify(content)}`);
    await git.write(name, isBinary ? `\0${content}` : content);
  }
}

function edited(world: World, name: string, before: string): string {
  const { random } = world;
  const lines = before.replaceAll('\0', '').split('\n');
  const at = random.below(lines.length);
  const kind = random.below(3);
  if (kind === 0) lines.splice(at, 1);
  else lines.splice(at, kind - 1, lineFor(world, name));
  return lines.join('\n');
}

/** Ends what a conflict left open: by giving up, or with the same content for both. */
async function settle(world: World): Promise<void> {
  const { git, random } = world;
  const unmerged = [
    ...new Set((await listed(world, 'ls-files', '-u')).map((line) => line.split('\t')[1] ?? '')),
  ];
  const head = async (name: string) =>
    (await git.realGit('rev-parse', '-q', '--verify', name)).exitCode === 0;
  const open = (await head('MERGE_HEAD'))
    ? 'merge'
    : (await head('CHERRY_PICK_HEAD'))
      ? 'cherry-pick'
      : (await head('REVERT_HEAD'))
        ? 'revert'
        : undefined;
  if (unmerged.length === 0 && !open) return;
  for (const name of unmerged)
    expect(await contentOf(git.ours, name), name).toBe(await contentOf(git.real, name));
  await sameState(world);
  await same(world, 'status');
  for (const form of ['--name-only', '--name-status', '--numstat'])
    for (const other of ['--diff-filter=U', '--cached', '--']) await same(world, 'diff', form, other);
  if (!open) return void (await same(world, 'reset', '-q', '--hard'));
  if (random.below(2) === 0) return void (await same(world, open, '--abort'));
  for (const name of unmerged) await git.write(name, `resolved ${random.below(100)} of ${name}\n`);
  await same(world, 'add', '-A');
  if (open === 'merge') await same(world, 'commit', '--no-edit');
  else if (!(await same(world, open, '--continue'))) await same(world, open, '--skip');
}

/** The marks of a conflict name ids. */
async function contentOf(folder: TwoGits['real'], name: string): Promise<string> {
  return folder.read(name).then(withoutIds, () => 'absent');
}

/** Whether both have one merge base: git merges several first, which is not done here. */
async function hasOneBase(world: World, branch: string): Promise<boolean> {
  return (await listed(world, 'merge-base', '--all', 'HEAD', branch)).length === 1;
}

async function olderCommit(world: World): Promise<string> {
  const count = (await listed(world, 'rev-list', '--first-parent', 'HEAD')).length;
  return `HEAD~${world.random.below(Math.min(count, 5))}`;
}

const message = ({ random, history }: World) => `${random.of(words).trim() || 'change'} ${history.length}`;

const steps: readonly Step[] = [
  change,
  change,
  change,
  async (world) => {
    await change(world);
    await same(world, 'add', world.random.of(['-A', '.', '-u']));
    await same(world, 'commit', '-m', message(world));
  },
  async (world) => {
    await change(world);
    await same(world, 'commit', '-q', '-am', message(world));
  },
  async (world) => void (await same(world, 'add', '-A')),
  async (world) => void (await same(world, 'add', world.random.of(names))),
  async (world) => void (await same(world, 'commit', '-q', '-m', message(world))),
  async (world) => void (await same(world, 'commit', '-q', '--amend', '-m', message(world))),
  async (world) => void (await same(world, 'commit', '-q', '--allow-empty', '-m', message(world))),
  async (world) => void (await same(world, 'checkout', '-q', '-b', `b${world.history.length}`)),
  async (world) => void (await same(world, 'switch', '-q', world.random.of(await branches(world)))),
  async (world) => void (await same(world, 'checkout', '-q', world.random.of(await branches(world)))),
  async (world) => void (await same(world, 'checkout', '-q', await olderCommit(world))),
  async (world) => void (await same(world, 'checkout', '-q', '--', world.random.of(names))),
  async (world) =>
    void (await same(world, 'checkout', '-q', await olderCommit(world), '--', world.random.of(names))),
  async (world) => void (await same(world, 'restore', world.random.of(['.', ...names]))),
  async (world) => void (await same(world, 'restore', '--staged', world.random.of(['.', ...names]))),
  async (world) =>
    void (await same(
      world,
      'restore',
      '-s',
      await olderCommit(world),
      '-SW',
      world.random.of(['.', ...names]),
    )),
  merge,
  merge,
  async (world) =>
    void (await same(
      world,
      'cherry-pick',
      world.random.of([...(await branches(world)), await olderCommit(world)]),
    )),
  async (world) => void (await same(world, 'revert', '--no-edit', await olderCommit(world))),
  async (world) =>
    void (await same(
      world,
      'reset',
      '-q',
      world.random.of(['--soft', '--mixed', '--hard', '--keep']),
      await olderCommit(world),
    )),
  async (world) => void (await same(world, 'reset', '-q', '--', world.random.of(names))),
  async (world) =>
    void (await same(
      world,
      'stash',
      'push',
      '-q',
      ...world.random.of([[], ['-u'], ['-m', 'kept'], ['--keep-index']]),
    )),
  async (world) => void (await same(world, 'stash', world.random.of(['pop', 'apply', 'drop']), '-q')),
  async (world) => void (await same(world, 'tag', `t${world.history.length}`, await olderCommit(world))),
  async (world) =>
    void (await same(world, 'branch', world.random.of(['-d', '-D']), world.random.of(await branches(world)))),
  async (world) => void (await same(world, 'branch', `b${world.history.length}`, await olderCommit(world))),
  async (world) =>
    void (await same(
      world,
      'rm',
      '-q',
      ...world.random.of([[], ['--cached'], ['-f']]),
      await someTracked(world),
    )),
  async (world) => void (await same(world, 'log', '--format=%s', '--stat', '-3')),
  async (world) =>
    void (await same(world, 'diff', ...world.random.of([[], ['--cached'], ['HEAD'], ['--stat']]))),
  async (world) =>
    void (await same(world, 'diff', await olderCommit(world), world.random.of(await branches(world)))),
  async (world) => void (await same(world, 'show', '--format=%s', await olderCommit(world))),
  async (world) => void (await same(world, 'status')),
  async (world) => void (await same(world, 'branch', '-v')),
];

async function merge(world: World): Promise<void> {
  const branch = world.random.of(await branches(world));
  if (!(await hasOneBase(world, branch))) return;
  await same(
    world,
    'merge',
    ...world.random.of([['--no-edit'], ['-q'], ['--no-ff', '-m', 'merged'], ['--squash'], ['--ff-only']]),
    branch,
  );
}

async function someTracked(world: World): Promise<string> {
  return world.random.of([...(await tracked(world)), 'none.txt']);
}
