/** Edits files in place, for `sed -i`: a file is written after its last line, and only if it changed. */
import { type CommandContext, CommandError, describeFileError, pathOf } from '../command.ts';
import { hasCode } from '../../fs/errno.ts';
import { baseName } from '../../fs/paths.ts';
import type { Output } from './output.ts';

export type Edits = {
  /** Begins to edit a file; `content` has one character per byte. */
  begin(name: string, content: string): void;
  /** Writes what was printed since `begin`; nothing without an open file. */
  save(output: Output): Promise<void>;
};

/** `suffix`: of the copies that are kept, or ''. */
export function createEdits(
  context: CommandContext,
  { suffix, followsLinks }: { suffix: string; followsLinks: boolean },
): Edits {
  let file: { name: string; content: string } | undefined;
  return {
    begin(name, content) {
      file = { name, content };
    },
    async save(output) {
      if (!file) return;
      const { name, content } = file;
      file = undefined;
      const edited = output.bytes();
      try {
        if (suffix !== '') await context.fs.cp(pathOf(context, name), copyPath(context, name, suffix));
        if (edited !== content) await replace(context, pathOf(context, name), edited, followsLinks);
      } catch (error) {
        if (hasCode(error, 'EINTR')) throw error;
        throw new CommandError(`couldn't edit ${name}: ${describeFileError(error)}`, 4);
      }
    },
  };
}

/** A star in the suffix is the name of the file; with a slash, it is a path from the shell's folder. */
function copyPath(context: CommandContext, name: string, suffix: string): string {
  const base = baseName(name);
  const copy = suffix.includes('*') ? suffix.replaceAll('*', base) : base + suffix;
  return pathOf(context, copy.includes('/') ? copy : name.slice(0, name.length - base.length) + copy);
}

/** As GNU sed, a link becomes a file, unless it is to be followed. */
async function replace({ fs }: CommandContext, path: string, content: string, followsLinks: boolean) {
  const { isSymbolicLink } = await fs.lstat(path);
  if (!isSymbolicLink || followsLinks) {
    await fs.writeFile(isSymbolicLink ? await fs.realpath(path) : path, content, 'latin1');
    return;
  }
  const { mode } = await fs.stat(path);
  await fs.rm(path);
  await fs.writeFile(path, content, 'latin1');
  await fs.chmod(path, mode);
}
