/** Brings node_modules, package.json and package-lock.json to what was resolved: all of it, or nothing. */
import type { ExecResult } from 'just-bash/browser';
import { CommandError, type CommandContext, readText, text } from '../../command.ts';
import { type PackageFile, textsOf } from '../package-file.ts';
import { wantedLists, writeLock, type Lock, type Tree } from './lock-file.ts';
import { isPackageName, type Order } from './package-spec.ts';
import type { Registry } from './registry.ts';
import { reach, type Resolved } from './resolve-tree.ts';
import { limits, unpack, type Unpacked } from './unpack.ts';

/** Downloads at the same time. */
const parallel = 6;

/** What a project shall become. */
export type Plan = {
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

export async function changeProject(plan: Plan): Promise<ExecResult> {
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
