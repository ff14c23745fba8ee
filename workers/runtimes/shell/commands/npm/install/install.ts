/** `npm install`, `npm ci` and `npm uninstall`: packages of pure JavaScript; their scripts are never run. */
// See package-spec.ts.
import validVersion from 'semver/functions/valid.js';
import subset from 'semver/ranges/subset.js';
import validRange from 'semver/ranges/valid.js';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { CommandError, type CommandContext, readText } from '../../command.ts';
import { findPackage, type PackageFile, textsOf } from '../package-file.ts';
import { changeProject } from './change-project.ts';
import { dependencyKinds, nameAt, readLock, wantedLists, type Tree } from './lock-file.ts';
import { readSpec, type Order, type Wanted } from './package-spec.ts';
import { openRegistry, type Registry } from './registry.ts';
import { resolveTree, type Resolved } from './resolve-tree.ts';

export async function install(order: Order, context: CommandContext, network: NetworkPort | undefined) {
  const asked = order.args.map(readSpec);
  const found = await findPackage(context);
  refuseWorkspaces(found);
  const lock = await readLock(context, found.folder);
  const registry = await registryOf(order, context, found, network);
  const kind = kindOf(order);
  const json = { ...found.json, ...withAsked(found, asked, kind) };
  const newest = new Set(asked.map(({ name }) => name));
  const resolved = await resolve(json, lock?.packages ?? new Map(), registry, newest);
  for (const wanted of asked) saveRange(json, kind, wanted, resolved.tree, order.flags);
  const isSaved = !order.flags.has('--no-save');
  return changeProject({
    order,
    context,
    registry,
    lock,
    resolved,
    found: { ...found, json },
    isSaved,
    changesJson: asked.length > 0,
  });
}

/** Exactly what the lock file says. */
export async function cleanInstall(order: Order, context: CommandContext, network: NetworkPort | undefined) {
  const found = await findPackage(context);
  refuseWorkspaces(found);
  const lock = await readLock(context, found.folder);
  if (!lock) throw new CommandError('npm ci needs a package-lock.json; npm install writes one');
  if (JSON.stringify(wantedLists(found.json)) !== JSON.stringify(wantedLists(lock.root)))
    throw new CommandError(
      'package.json and package-lock.json name different dependencies; npm install brings them together',
    );
  const registry = await registryOf(order, context, found, network);
  const tree = new Map([...lock.packages].filter(([, { platforms }]) => platforms.length === 0));
  const skipped = [...lock.packages.keys()].filter((at) => !tree.has(at)).map(nameAt);
  const resolved = { tree, warnings: [], skipped };
  return changeProject({
    order,
    context,
    registry,
    lock,
    resolved,
    found,
    isSaved: false,
    changesJson: false,
  });
}

export async function uninstall(order: Order, context: CommandContext, network: NetworkPort | undefined) {
  if (order.args.length === 0) throw new CommandError('name a package: npm uninstall NAME');
  const found = await findPackage(context);
  const lock = await readLock(context, found.folder);
  const registry = await registryOf(order, context, found, network);
  const missing = order.args.filter(
    (name) => !dependencyKinds.some((kind) => Object.hasOwn(textsOf(found.json[kind]), name)),
  );
  if (missing.length > 0) throw new CommandError(`package.json names no ${missing.join(', ')}`);
  const left = (list: unknown) =>
    Object.entries(textsOf(list)).filter(([name]) => !order.args.includes(name));
  const json = Object.fromEntries(
    Object.entries(found.json).flatMap(([key, value]): [string, unknown][] => {
      if (!dependencyKinds.includes(key)) return [[key, value]];
      // As npm: an empty list goes.
      return left(value).length > 0 ? [[key, Object.fromEntries(left(value))]] : [];
    }),
  );
  const resolved = await resolve(json, lock?.packages ?? new Map(), registry, new Set());
  return changeProject({
    order,
    context,
    registry,
    lock,
    resolved,
    found: { ...found, json },
    isSaved: true,
    changesJson: true,
  });
}

function refuseWorkspaces({ json }: PackageFile): void {
  if (json.workspaces !== undefined)
    throw new CommandError('workspaces are not installed here; run npm install in the folder of one of them');
}

async function registryOf(
  { values }: Order,
  context: CommandContext,
  { folder }: PackageFile,
  network: NetworkPort | undefined,
): Promise<Registry> {
  const path = `${folder}/.npmrc`;
  const settings = (await context.fs.exists(path)) ? await readText(context, path) : '';
  const own = /^\s*registry\s*=\s*(\S+)\s*$/m.exec(settings)?.[1];
  const address = values.get('--registry') ?? context.exportedEnv?.npm_config_registry ?? own;
  if (address !== undefined && !/^https?:\/\//.test(address))
    throw new CommandError(`'${address}' is not the address of a registry`);
  return openRegistry(network, address);
}

function kindOf({ flags }: Order): string {
  const has = (...names: string[]) => names.some((name) => flags.has(name));
  if (has('-D', '--save-dev')) return 'devDependencies';
  return has('-O', '--save-optional') ? 'optionalDependencies' : 'dependencies';
}

/** A package moves to the list that the user named. */
function withAsked({ json }: PackageFile, asked: readonly Wanted[], kind: string): Record<string, unknown> {
  if (asked.length === 0) return {};
  const names = new Set(asked.map(({ name }) => name));
  const lists = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(
    (each): [string, unknown][] => {
      const others = Object.entries(textsOf(json[each])).filter(([name]) => !names.has(name));
      const added =
        each === kind ? asked.map(({ name, from, range }) => [name, specOf(name, from, range)] as const) : [];
      const entries = [...others, ...added].toSorted(([one], [other]) => one.localeCompare(other, 'en'));
      return entries.length > 0 || json[each] !== undefined ? [[each, Object.fromEntries(entries)]] : [];
    },
  );
  return Object.fromEntries(lists);
}

function specOf(name: string, from: string, range: string): string {
  return from === name ? range : `npm:${from}@${range}`;
}

/** As npm: `^` and the version, unless the user asked for something narrower or for the exact version. */
function saveRange(
  json: Record<string, unknown>,
  kind: string,
  { name, from, range }: Wanted,
  tree: Tree,
  flags: ReadonlySet<string>,
): void {
  const version = tree.get(`node_modules/${name}`)?.version;
  if (version === undefined) return;
  const usual = flags.has('-E') || flags.has('--save-exact') ? version : `^${version}`;
  const isRange = validRange(range) !== null && range !== '' && validVersion(range) === null;
  const saved = isRange && !subset(usual, range) ? range : usual;
  json[kind] = { ...textsOf(json[kind]), [name]: specOf(name, from, saved) };
}

async function resolve(
  json: Record<string, unknown>,
  locked: Tree,
  registry: Registry,
  newest: ReadonlySet<string>,
): Promise<Resolved> {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = wantedLists(json);
  const required = { ...peerDependencies, ...devDependencies, ...dependencies };
  return resolveTree(
    { dependencies: required, optional: optionalDependencies ?? {}, newest },
    locked,
    registry,
  );
}
