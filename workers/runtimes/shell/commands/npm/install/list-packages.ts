/** `npm ls`: what package.json asks for, and what is in node_modules. */
// See package-spec.ts.
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import type { ExecResult } from 'just-bash/browser';
import { type CommandContext, readText, text } from '../../command.ts';
import { findPackage, isRecord, textsOf } from '../package-file.ts';
import { readDependency, type Order } from './package-spec.ts';

type Node = { label: string; inner: Node[]; isBad: boolean };

export async function listPackages({ args, flags }: Order, context: CommandContext): Promise<ExecResult> {
  const { folder, json, name, version } = await findPackage(context);
  const wanted = {
    ...textsOf(json.devDependencies),
    ...textsOf(json.optionalDependencies),
    ...textsOf(json.dependencies),
  };
  const depth = flags.has('--all') || flags.has('-a') || args.length > 0 ? 20 : 0;
  const all = await nodesOf(context, folder, wanted, textsOf(json.optionalDependencies), depth, []);
  const nodes = args.length === 0 ? all : all.flatMap((node) => withNamed(node, args));
  const title = `${[name, version].filter(Boolean).join('@') || folder} ${folder}`;
  const lines = nodes.length > 0 ? drawn(nodes, '') : ['└── (empty)'];
  const isBad = nodes.some(hasBad) || (args.length > 0 && nodes.length === 0);
  return text(
    `${[title, ...lines].join('\n')}\n\n`,
    isBad ? 1 : 0,
    isBad ? 'npm: packages are missing or of another version; npm install brings them\n' : '',
  );
}

async function nodesOf(
  context: CommandContext,
  folder: string,
  wanted: Record<string, string>,
  optional: Record<string, string>,
  depth: number,
  above: readonly string[],
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const [name, given] of Object.entries(wanted).toSorted(([one], [other]) =>
    one.localeCompare(other, 'en'),
  )) {
    const { range } = readDependency(name, given);
    const found = await findInstalled(context, folder, name);
    if (!found) {
      if (!(name in optional))
        nodes.push({ label: `UNMET DEPENDENCY ${name}@${given}`, inner: [], isBad: true });
      continue;
    }
    const { version = '' } = textsOf(found.json);
    const isOther = validRange(range) !== null && !satisfies(version, range);
    const isAgain = above.includes(found.at);
    const next = { ...textsOf(found.json.dependencies), ...textsOf(found.json.optionalDependencies) };
    const inner =
      depth > 0 && !isAgain
        ? await nodesOf(context, found.at, next, textsOf(found.json.optionalDependencies), depth - 1, [
            ...above,
            found.at,
          ])
        : [];
    nodes.push({
      label: `${name}@${version}${isOther ? ` invalid: "${range}" is asked for` : ''}`,
      inner,
      isBad: isOther,
    });
  }
  return nodes;
}

async function findInstalled(context: CommandContext, from: string, name: string) {
  for (let folder = from; folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const at = `${folder}/node_modules/${name}`;
    if (!(await context.fs.exists(`${at}/package.json`))) continue;
    const json: unknown = JSON.parse(await readText(context, `${at}/package.json`));
    return { at, json: isRecord(json) ? json : {} };
  }
  return undefined;
}

/** The parts of a tree that lead to one of these names. */
function withNamed(node: Node, names: readonly string[]): Node[] {
  const inner = node.inner.flatMap((each) => withNamed(each, names));
  const isNamed = names.some((name) => node.label.replace('UNMET DEPENDENCY ', '').startsWith(`${name}@`));
  return isNamed || inner.length > 0 ? [{ ...node, inner }] : [];
}

function hasBad({ isBad, inner }: Node): boolean {
  return isBad || inner.some(hasBad);
}

function drawn(nodes: readonly Node[], indent: string): string[] {
  return nodes.flatMap(({ label, inner }, at) => {
    const isLast = at === nodes.length - 1;
    return [
      `${indent}${isLast ? '└' : '├'}─${inner.length > 0 ? '┬' : '─'} ${label}`,
      ...drawn(inner, `${indent}${isLast ? ' ' : '│'} `),
    ];
  });
}
