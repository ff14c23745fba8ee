/**
 * The files that a tool can use: every operation is a call to the engine over the port that the tool was
 * given.
 */
import type { Caller } from '#shared/rpc/port-calls.ts';
import type { ChangePlan, FileName, ReadOnlyFiles, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { FilesApi, ReadFilesApi } from '#workers/contracts/tool-host-protocol.ts';
import { unwrap } from './unwrap.ts';

export function createReadOnlyFiles({ call }: Pick<Caller<ReadFilesApi>, 'call'>): ReadOnlyFiles {
  return {
    stat: async (path) => unwrap(await call('stat', path)),
    read: async (path) => unwrap(await call('read', path)),
    readMany: async (paths) => unwrap(await call('readMany', paths)),
    list: async (path) => unwrap(await call('list', path)),
    walk: (path) => walk({ call }, path),
  };
}

export function createToolFiles({ call }: Pick<Caller<FilesApi>, 'call'>): ToolFiles {
  return {
    ...createReadOnlyFiles({ call }),
    since: async (mark) => unwrap(await call('since', mark)),
    write: async (path, content) => unwrap(await call('write', path, content)),
    append: async (path, content) => unwrap(await call('append', path, content)),
    makeDirectory: async (path) => unwrap(await call('makeDirectory', path)),
    move: async (from, to) => unwrap(await call('move', from, to)),
    remove: async (path, options) => unwrap(await call('remove', path, options)),
    change: (paths, plan) => change({ call }, paths, plan),
    hold: (path, work) => hold({ call }, path, work),
  };
}

async function* walk({ call }: Pick<Caller<ReadFilesApi>, 'call'>, path: string): AsyncGenerator<FileName> {
  let part = unwrap(await call('walk', { path }));
  yield* part.names;
  while (!part.isOver) {
    part = unwrap(await call('walk', { walk: part.walk }));
    yield* part.names;
  }
}

/** The plan runs here, between two calls to the engine. The engine holds the locks meanwhile. */
async function change(
  { call }: Pick<Caller<FilesApi>, 'call'>,
  paths: readonly string[],
  plan: ChangePlan,
): Promise<void> {
  const begun = unwrap(await call('beginChange', paths));
  const read = (path: string) => {
    const index = paths.indexOf(path);
    if (index < 0) throw new Error(`The change of ${path} was not announced.`);
    return Promise.resolve(begun.files[index] ?? null);
  };
  try {
    const changes = await plan(read);
    unwrap(await call('endChange', begun.change, changes));
  } catch (error) {
    await call('endChange', begun.change, null);
    throw error;
  }
}

async function hold<T>(
  { call }: Pick<Caller<FilesApi>, 'call'>,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  const held = unwrap(await call('beginHold', path));
  try {
    return await work();
  } finally {
    unwrap(await call('endHold', held));
  }
}
