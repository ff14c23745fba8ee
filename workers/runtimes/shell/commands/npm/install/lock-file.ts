/** Reads and writes package-lock.json: https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
import { CommandError, type CommandContext, readText } from '../../command.ts';
import { isRecord, type PackageFile, textsOf, writeJson } from '../package-file.ts';
import { dependenciesOf, type Release } from './registry.ts';

/** The packages of a project by their folder, such as `node_modules/a/node_modules/b`. */
export type Tree = ReadonlyMap<string, Release>;

export type Lock = { packages: Tree; root: Record<string, unknown> };

/** Returns undefined if the folder has no package-lock.json. Throws a `CommandError` if it cannot be used. */
export async function readLock(context: CommandContext, folder: string): Promise<Lock | undefined> {
  const path = `${folder}/package-lock.json`;
  if (!(await context.fs.exists(path))) return undefined;
  const json = readJson(path, await readText(context, path));
  if (!isRecord(json) || !isRecord(json.packages))
    throw new CommandError(
      `${path} is of npm 6 or earlier, and is not read; npm install --package-lock-only of a newer npm writes it anew, or delete it to choose all versions again`,
    );
  const { '': root, ...others } = json.packages;
  const packages = new Map<string, Release>();
  for (const [at, entry] of Object.entries(others)) packages.set(at, readEntry(path, at, entry));
  return { packages, root: isRecord(root) ? root : {} };
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readEntry(path: string, at: string, entry: unknown): Release {
  if (!/^node_modules\/(?!.*(?:^|\/)\.\.?(?:\/|$))/.test(at))
    throw new CommandError(`${path}: '${at}' is not in node_modules: links and workspaces are not installed`);
  const { version, resolved, integrity, name } = isRecord(entry) ? entry : {};
  if (!isRecord(entry) || typeof version !== 'string' || entry.link === true)
    throw new CommandError(`${path}: '${at}' is a link or has no version, and cannot be installed`);
  if (entry.inBundle !== true && (typeof resolved !== 'string' || typeof integrity !== 'string'))
    throw new CommandError(`${path}: '${at}' has no address or no checksum, so it is not installed`);
  const { license, bin, engines } = entry;
  return {
    from: typeof name === 'string' ? name : nameAt(at),
    ...{ version, resolved: String(resolved), integrity: String(integrity) },
    ...dependenciesOf(entry),
    hasInstallScript: entry.hasInstallScript === true,
    facts: Object.fromEntries(
      Object.entries({ license, bin, engines }).filter(([, value]) => value !== undefined),
    ),
  };
}

export function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The members of package.json that npm copies into the lock file. */
const rootFacts = ['name', 'version', 'license', 'bin', 'engines'];
export const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
];

export async function writeLock(
  context: CommandContext,
  { folder, json, name, version }: PackageFile,
  tree: Tree,
  reached: Reached,
): Promise<void> {
  const own = [...rootFacts, ...dependencyKinds].filter((key) => json[key] !== undefined);
  const packages = [...tree]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([at, release]) => [at, entryOf(at, release, reached)] as const);
  await writeJson(context, `${folder}/package-lock.json`, {
    ...(name && { name }),
    ...(version && { version }),
    ...{ lockfileVersion: 3, requires: true },
    packages: { '': Object.fromEntries(own.map((key) => [key, json[key]])), ...Object.fromEntries(packages) },
  });
}

/** Which folders are needed without development dependencies, without optional ones, and without either. */
export type Reached = Record<'production' | 'required' | 'plain', ReadonlySet<string>>;

function entryOf(
  at: string,
  release: Release,
  { production, required, plain }: Reached,
): Record<string, unknown> {
  const { from, version, resolved, integrity, facts, optionalPeers, hasInstallScript } = release;
  const [isDev, isOptional] = [!production.has(at), !required.has(at)];
  const { dependencies, optionalDependencies, peerDependencies } = release;
  const lists = { dependencies, optionalDependencies, peerDependencies };
  const meta = Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }]));
  const flag =
    isDev && isOptional
      ? { dev: true, optional: true }
      : isDev
        ? { dev: true }
        : isOptional
          ? { optional: true }
          : {};
  return {
    ...(from === nameAt(at) ? {} : { name: from }),
    ...{ version, resolved, integrity },
    ...(plain.has(at) ? {} : isDev || isOptional ? flag : { devOptional: true }),
    ...(hasInstallScript && { hasInstallScript }),
    ...facts,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => Object.keys(list).length > 0)),
    ...(optionalPeers.length > 0 && { peerDependenciesMeta: meta }),
  };
}

/** The direct dependencies of a project by kind, for comparison with a lock file. */
export function wantedLists(json: Record<string, unknown>): Record<string, Record<string, string>> {
  return Object.fromEntries(dependencyKinds.map((kind) => [kind, textsOf(json[kind])]));
}
