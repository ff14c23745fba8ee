/** A file that find visits. Its status is read when a test asks for it. */
import type { FsStat } from 'just-bash/browser';
import { baseName } from '../../fs/paths.ts';
import { type CommandContext, pathOf } from '../command.ts';

export type FoundFile = {
  /** As find shows it. */
  path: string;
  name: string;
  depth: number;
  /** The operand under which it was found. */
  start: string;
  /** Of the file, or of the link itself. */
  stat: FsStat;
  /** The target of a link. */
  target?: string;
};

export type LinkMode = 'never' | 'operands' | 'always';

/** Throws if the file is missing. A link without a target is itself, also if links are followed. */
export async function lookAt(
  context: CommandContext,
  { path, depth, start }: Pick<FoundFile, 'path' | 'depth' | 'start'>,
  links: LinkMode,
): Promise<FoundFile> {
  const at = pathOf(context, path);
  const own = await context.fs.lstat(at);
  const isFollowed = own.isSymbolicLink && (links === 'always' || (links === 'operands' && depth === 0));
  const stat = isFollowed ? await context.fs.stat(at).catch(() => own) : own;
  const name = baseName(path.replace(/(?<=.)\/+$/, '')) || path;
  return {
    ...{ path, name, depth, start, stat },
    ...(stat.isSymbolicLink && { target: await context.fs.readlink(at) }),
  };
}

/** The letter of -type and `%y`. */
export function typeOf({ isDirectory, isSymbolicLink }: FsStat): string {
  if (isSymbolicLink) return 'l';
  return isDirectory ? 'd' : 'f';
}

/** Blocks of 4 KB in units of 1 KB. */
export function kilobytesOf({ size, isSymbolicLink }: FsStat): number {
  return isSymbolicLink ? 0 : Math.ceil(size / 4096) * 4;
}

/** As for most file systems: a folder has a link in each folder inside it. */
export async function linksOf(context: CommandContext, { path, stat }: FoundFile): Promise<number> {
  if (!stat.isDirectory) return 1;
  const { fs } = context;
  const at = pathOf(context, path);
  let links = 2;
  for (const name of await fs.readdir(at)) if ((await fs.lstat(`${at}/${name}`)).isDirectory) links++;
  return links;
}

/** The one user of the shell. */
export const owner = { name: 'user', id: 1000 } as const;
