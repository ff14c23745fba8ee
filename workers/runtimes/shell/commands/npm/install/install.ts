/** `npm install`, `npm ci` and `npm uninstall`: packages of pure JavaScript; their scripts are never run. */
// See package-spec.ts.
import validVersion from 'semver/functions/valid.js';
import subset from 'semver/ranges/subset.js';
import validRange from 'semver/ranges/valid.js';
import type { ExecResult } from 'just-bash/browser';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { CommandError, type CommandContext, readText, text } from '../../command.ts';
import { findPackage, type PackageFile, textsOf } from '../package-file.ts';
import {
  dependencyKinds,
  nameAt,
  readLock,
  wantedLists,
  writeLock,
  type Lock,
  type Tree,
} from './lock-file.ts';
import { isPackageName, readSpec, type Wanted } from './package-spec.ts';
import { openRegistry, type Registry } from './registry.ts';
import { reach, resolveTree, type Resolved } from './resolve-tree.ts';
import { limits, unpack, type Unpacked } from './unpack.ts';

export type Order = {
  args: readonly string[];
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
};

/** Downloads at the same time. */
const parallel = 6;

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
  return apply({
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
  return apply({ order, context, registry, lock, resolved, found, isSaved: false, changesJson: false });
}

export async function uninstall(order: Order, context: CommandContext, network: NetworkPort | undefined) {
  if (order.args.length === 0) throw new CommandError('name a package: npm uninstall NAME');
  const found = await findPackage(context);
  const lock = await readLock(context, found.folder);
  const registry = await registryOf(order, context, found, network);
  const json = { ...found.json };
  const missing = order.args.filter((name) => !dependencyKinds.some((kind) => name in textsOf(json[kind])));
  if (missing.length > 0) throw new CommandError(`package.json names no ${missing.join(', ')}`);
  for (const kind of dependencyKinds) {
    const entries = Object.entries(textsOf(json[kind])).filter(([name]) => !order.args.includes(name));
    if (entries.length > 0) json[kind] = Object.fromEntries(entries);
    else delete json[kind];
  }
  const resolved = await resolve(json, lock?.packages ?? new Map(), registry, new Set());
  return apply({
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
  const lists = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((each) => {
    const others = Object.entries(textsOf(json[each])).filter(([name]) => !names.has(name));
    const added =
      each === kind ? asked.map(({ name, from, range }) => [name, specOf(name, from, range)]) : [];
    const entries = [...others, ...added].toSorted(([one = ''], [other = '']) =>
      one.localeCompare(other, 'en'),
    );
    return entries.length > 0 || json[each] !== undefined ? [[each, Object.fromEntries(entries)]] : [];
  });
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

type Plan = {
  order: Order;
  context: CommandContext;
  registry: Registry;
  lock: Lock | undefined;
  resolved: Resolved;
  /** With package.json as it shall be. */
  found: PackageFile;
  isSaved: boolean;
  changesJson: boolean;
};

async function apply(plan: Plan): Promise<ExecResult> {
  const { order, context, registry, lock, resolved, found, isSaved, changesJson } = plan;
  const { folder, json } = found;
  const reached = reach(resolved.tree, wantedLists(json));
  const omitsDev =
    order.values.get('--omit') === 'dev' ||
    order.flags.has('--production') ||
    order.flags.has('--only=production');
  const tree = new Map([...resolved.tree].filter(([at]) => !omitsDev || reached.production.has(at)));
  const missing = [];
  for (const [at, release] of tree)
    if ((await versionAt(context, `${folder}/${at}`)) !== release.version) missing.push({ at, release });
  const unpacked = await downloadAll(missing, registry);
  // From here on, the project changes: all files are there and intact.
  const gone = [...(lock?.packages.keys() ?? [])].filter((at) => !tree.has(at));
  let removed = 0;
  for (const at of gone) {
    if (!isSafe(at) || !(await context.fs.exists(`${folder}/${at}`))) continue;
    await context.fs.rm(`${folder}/${at}`, { recursive: true, force: true });
    removed++;
  }
  for (const [at, { files }] of unpacked) await writePackage(context, `${folder}/${at}`, files, tree, at);
  if (isSaved && changesJson) await writePackageFile(context, found);
  if (isSaved) await writeLock(context, found, resolved.tree, reached);
  return text(report(missing.length, removed, tree, resolved), 0, warningsOf(resolved));
}

async function versionAt(context: CommandContext, folder: string): Promise<string | undefined> {
  const path = `${folder}/package.json`;
  if (!(await context.fs.exists(path))) return undefined;
  const { version } = textsOf(JSON.parse(await readText(context, path)));
  return version;
}

type Missing = { at: string; release: Parameters<Registry['download']>[0] & { from: string } };

async function downloadAll(missing: readonly Missing[], registry: Registry): Promise<Map<string, Unpacked>> {
  const unpacked = new Map<string, Unpacked>();
  const total = { files: 0, bytes: 0 };
  const queue = missing.values();
  const work = async () => {
    for (const { at, release } of queue) {
      const one = await unpack(`${release.from}@${release.version}`, await registry.download(release));
      total.files += one.files.size;
      total.bytes += one.bytes;
      if (total.files > limits.files || total.bytes > limits.bytes)
        throw new CommandError(
          `the packages have more than ${limits.files} files or ${limits.bytes} bytes (${release.from} is among them); nothing was installed`,
        );
      unpacked.set(at, one);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return unpacked;
}

/** A package inside of another one's folder stays where only the outer one is replaced. */
async function writePackage(
  { fs }: CommandContext,
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  tree: Tree,
  at: string,
): Promise<void> {
  if (await fs.exists(folder)) {
    const hasInner = [...tree.keys()].some((each) => each.startsWith(`${at}/`));
    for (const name of await fs.readdir(folder))
      if (!hasInner || name !== 'node_modules')
        await fs.rm(`${folder}/${name}`, { recursive: true, force: true });
  }
  const made = new Set<string>();
  for (const [path, data] of files) {
    const target = `${folder}/${path}`;
    const parent = target.slice(0, target.lastIndexOf('/'));
    if (!made.has(parent)) await fs.mkdir(parent, { recursive: true });
    made.add(parent);
    await fs.writeFile(target, data);
  }
}

function isSafe(at: string): boolean {
  return at
    .split(/(?:^|\/)node_modules\//)
    .slice(1)
    .every(isPackageName);
}

/** Keeps the indent of the file and its last line break. */
async function writePackageFile(context: CommandContext, { folder, json }: PackageFile): Promise<void> {
  const path = `${folder}/package.json`;
  const before = await readText(context, path);
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? '  ';
  await context.fs.writeFile(path, JSON.stringify(json, null, indent) + (before.endsWith('\n') ? '\n' : ''));
}

function report(added: number, removed: number, tree: Tree, { skipped }: Resolved): string {
  const packages = (count: number) => `${count} package${count === 1 ? '' : 's'}`;
  const changes = [
    ...(added > 0 ? [`added ${packages(added)}`] : []),
    ...(removed > 0 ? [`removed ${packages(removed)}`] : []),
  ];
  const scripts = [...tree.values()]
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ from }) => from);
  return [
    '',
    changes.length > 0 ? changes.join(', and ') : 'up to date',
    ...(scripts.length > 0
      ? [`not run, because scripts of packages never are: those of ${scripts.join(', ')}`]
      : []),
    ...(skipped.length > 0
      ? [`left out, because they are optional and cannot run here: ${skipped.join(', ')}`]
      : []),
    '',
  ].join('\n');
}

function warningsOf({ warnings }: Resolved): string {
  return warnings.map((warning) => `npm warn ${warning}\n`).join('');
}
