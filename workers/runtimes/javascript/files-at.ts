/** The files of the workspace as a program in one of its folders sees them: paths are relative to that folder. */
import type { FileName, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { isInWorkspace, resolve, toPortPath, workspaceRoot } from '../shell/fs/paths.ts';

/** The part of the port that scripts use. */
export type ScriptFiles = Pick<
  ToolFiles,
  'read' | 'write' | 'append' | 'list' | 'stat' | 'walk' | 'makeDirectory' | 'move' | 'remove'
>;

/** `folder`: absolute. A path outside of the workspace is refused by the port. */
export function filesAt(files: ScriptFiles, folder: string): ScriptFiles {
  const at = (path: string) => {
    const full = resolve(folder, path);
    return isInWorkspace(full) ? toPortPath(full) : full;
  };
  /** What the port answers can be given to it again. */
  const seen = <Named extends FileName>(named: Named): Named => ({
    ...named,
    path: pathFrom(folder, named.path),
  });
  return {
    read: (path) => files.read(at(path)),
    write: (path, content) => files.write(at(path), content),
    append: (path, content) => files.append(at(path), content),
    list: async (path) => (await files.list(at(path))).map(seen),
    stat: async (path) => seen(await files.stat(at(path))),
    async *walk(path) {
      for await (const each of files.walk(at(path))) yield seen(each);
    },
    makeDirectory: (path) => files.makeDirectory(at(path)),
    move: (from, to) => files.move(at(from), at(to)),
    remove: (path, options) => files.remove(at(path), options),
  };
}

/** `path`: as the port names it. */
function pathFrom(folder: string, path: string): string {
  const full = resolve(workspaceRoot, path);
  if (full === folder) return '.';
  return full.startsWith(`${folder}/`) ? full.slice(folder.length + 1) : full;
}
