/** The file port with paths relative to a folder of the workspace, as a program that runs there sees them. */
import type { FileName, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { isInWorkspace, resolve, toPortPath, workspaceRoot } from '../shell/fs/paths.ts';

/** The part of the port that scripts use. */
export type ScriptFiles = Pick<
  ToolFiles,
  'read' | 'write' | 'append' | 'list' | 'stat' | 'walk' | 'makeDirectory' | 'move' | 'remove'
>;

/** `folder`: an absolute path. The port rejects paths outside the workspace. */
export function filesAt(files: ScriptFiles, folder: string): ScriptFiles {
  const at = (path: string) => {
    const full = resolve(folder, path);
    return isInWorkspace(full) ? toPortPath(full) : full;
  };
  /** Converts a path in a result, so that it can be passed in again. */
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

/** Converts a path of the port to one relative to `folder`, or to an absolute one. */
function pathFrom(folder: string, path: string): string {
  const full = resolve(workspaceRoot, path);
  if (full === folder) return '.';
  return full.startsWith(`${folder}/`) ? full.slice(folder.length + 1) : full;
}
