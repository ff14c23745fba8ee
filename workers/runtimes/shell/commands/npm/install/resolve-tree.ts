/**
 * Chooses the version and the folder of each package: at the top of node_modules, or, where another version is
 * there, in the folder of the package that needs it.
 */
// See package-spec.ts.
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { CommandError } from '../../command.ts';
import { type Reached, type Tree } from './lock-file.ts';
import { readDependency, type Wanted } from './package-spec.ts';
import type { Registry, Release } from './registry.ts';

const maxPackages = 400;

/** `newest`: packages whose locked version does not count, because the user asked for them anew. */
type Root = {
  dependencies: Record<string, string>;
  optional: Record<string, string>;
  newest: ReadonlySet<string>;
};
type Task = Wanted & { parent: string; isOptional: boolean; isPeer: boolean; chain: string };
export type Resolved = { tree: Tree; warnings: string[]; skipped: string[] };

export async function resolveTree(root: Root, locked: Tree, registry: Registry): Promise<Resolved> {
  const tree = new Map<string, Release>();
  const warnings: string[] = [];
  const skipped: string[] = [];
  const queue: Task[] = [
    ...tasksOf(root.dependencies, '', 'the project'),
    ...tasksOf(root.optional, '', 'the project', { isOptional: true }),
  ];
  // All that a package needs is placed before what these need, so that nothing placed later hides it.
  for (let task = queue.shift(); task; task = queue.shift()) {
    const there = findIn(tree, task.parent, task.name);
    if (there && (isMatch(there.release, task) || task.isPeer)) {
      if (!isMatch(there.release, task))
        warnings.push(
          `${task.chain} asks for ${task.name}@${task.range}, but ${there.release.version} is there`,
        );
      continue;
    }
    if (tree.size >= maxPackages)
      throw new CommandError(`more than ${maxPackages} packages are needed; that is too many for a browser`);
    const at = `${placeOf(tree, task)}node_modules/${task.name}`;
    const release = await chooseRelease(task, locked.get(at), registry, root, skipped);
    if (!release) continue;
    tree.set(at, release);
    queue.push(...needsOf(at, release));
  }
  return { tree, warnings, skipped };
}

async function chooseRelease(
  task: Task,
  lockedHere: Release | undefined,
  registry: Registry,
  { newest }: Root,
  skipped: string[],
): Promise<Release | undefined> {
  const isTop = task.parent === '';
  const isLocked = lockedHere && isMatch(lockedHere, task) && !(isTop && newest.has(task.name));
  try {
    const release = isLocked ? lockedHere : await registry.choose(task);
    if (release.platforms.length === 0) return release;
    throw new CommandError(
      `${task.from}@${release.version} is native code for ${release.platforms.join(', ')}, which cannot run here (needed by ${task.chain})`,
    );
  } catch (error) {
    if (!task.isOptional || !(error instanceof CommandError)) throw error;
    skipped.push(task.name);
    return undefined;
  }
}

function isMatch({ from, version }: Release, { from: wanted, range }: Task): boolean {
  if (from !== wanted) return false;
  // A tag is chosen anew only where nothing is there.
  return validRange(range) === null || satisfies(version, range, { includePrerelease: false });
}

function tasksOf(
  list: Record<string, string>,
  parent: string,
  chain: string,
  { isOptional = false, isPeer = false } = {},
): Task[] {
  return Object.entries(list).map(([name, range]) => ({
    ...readDependency(name, range),
    ...{ parent, chain, isOptional, isPeer },
  }));
}

function needsOf(at: string, release: Release): Task[] {
  const chain = `${release.from}@${release.version}`;
  const isOwn = ([name]: [string, string]) => !release.bundled.includes(name);
  const own = (list: Record<string, string>) => Object.fromEntries(Object.entries(list).filter(isOwn));
  const peers = Object.entries(release.peerDependencies).filter(
    ([name]) => !release.optionalPeers.includes(name),
  );
  return [
    ...tasksOf(own(release.dependencies), at, chain),
    ...tasksOf(own(release.optionalDependencies), at, chain, { isOptional: true }),
    ...tasksOf(Object.fromEntries(peers), parentOf(at), chain, { isPeer: true }),
  ];
}

/** The folder that holds the node_modules in which a package is. */
function parentOf(at: string): string {
  return at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '');
}

/** As Node finds it from a folder: in its own node_modules, or in one above. */
function findIn(tree: Tree, from: string, name: string): { at: string; release: Release } | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const at = `${folder && `${folder}/`}node_modules/${name}`;
    const release = tree.get(at);
    if (release) return { at, release };
    if (folder === '') return undefined;
  }
}

function placeOf(tree: Tree, { parent, name }: Task): string {
  return parent === '' || !tree.has(`node_modules/${name}`) ? '' : `${parent}/`;
}

/** Which folders are needed for which dependencies. */
export function reach(tree: Tree, lists: Record<string, Record<string, string>>): Reached {
  const names = (...kinds: string[]) => kinds.flatMap((kind) => Object.keys(lists[kind] ?? {}));
  const walk = (starts: readonly string[], withOptional: boolean) => {
    const reached = new Set<string>();
    const visit = (from: string, name: string): void => {
      const found = findIn(tree, from, name);
      if (!found || reached.has(found.at)) return;
      reached.add(found.at);
      const { dependencies, optionalDependencies, peerDependencies } = found.release;
      const next = { ...dependencies, ...peerDependencies, ...(withOptional && optionalDependencies) };
      for (const each of Object.keys(next)) visit(found.at, each);
    };
    for (const name of starts) visit('', name);
    return reached;
  };
  const [always, dev, optional] = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return {
    production: walk(names(always, 'peerDependencies', optional), true),
    required: walk(names(always, 'peerDependencies', dev), false),
    plain: walk(names(always, 'peerDependencies'), false),
  };
}
