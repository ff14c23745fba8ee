/** Linked folders: copies a real folder of the device into the workspace, compares, pulls and pushes. Tools see only the copy. */
import type { LinkedFoldersApi } from '#shared/api/linked-folders.ts';
import type { LinkedFolderAnswer, LinkedFolderFault } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { LinkedFolderRecord } from './records.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { pull } from './pull.ts';
import { linkFolder, surveyFolder } from './link-folder.ts';
import type { LinkedFolderDeps } from './deps.ts';
import { diffOriginal, reviewLinkedFolder } from './review.ts';
import { push } from './push.ts';
import type { DomainContext } from '#workers/engine/domain.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Database } from '#workers/storage/database.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import type { UserFiles } from '../files/user-files.ts';
import { createLinkedFolderStore } from './store.ts';

export type LinkedFolderNeeds = {
  bus: Pick<EventBus, 'post'>;
  database: Database;
  openUserFiles(): Promise<UserFiles>;
};

/** Opens the API with the parts of the engine that it needs. */
export async function createLinkedFoldersApi(
  needs: LinkedFolderNeeds & DomainContext,
): Promise<LinkedFoldersApi> {
  const { files, asRun } = await needs.openUserFiles();
  return createLinkedFolders({
    store: createLinkedFolderStore(needs.database),
    files,
    asRun,
    changed(name) {
      needs.bus.post({ type: 'changed', kind: 'files', ids: [name] });
      needs.changed(name);
    },
    // The old name: tabs with an older version of the app take the same lock.
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    room: freeSpace,
  });
}

export function createLinkedFolders(deps: LinkedFolderDeps): LinkedFoldersApi {
  const { store } = deps;

  function withLinkedFolder<T>(
    name: string,
    work: (record: LinkedFolderRecord) => Promise<T>,
  ): Promise<LinkedFolderAnswer<T>> {
    return deps.lock(name, async () => {
      const record = await store.get(name);
      return record ? answer(() => work(record)) : { ok: false, fault: 'unknown' };
    });
  }

  return {
    list: async () => (await store.list()).map(({ name, source, handle }) => ({ name, source, handle })),
    survey: (handle, everything) => answer(() => surveyFolder(deps, handle, everything)),
    link: (folder) =>
      deps.lock(folder.name, async () => {
        const opened = await answer(() => linkFolder(deps, folder));
        if (!opened.ok) return opened;
        return opened.value ? { ok: false, fault: opened.value } : { ok: true, value: undefined };
      }),
    review: (name) => withLinkedFolder(name, (record) => reviewLinkedFolder(deps, record)),
    // Read-only, so it needs no lock and works while a push or pull is running.
    async diff(name, path) {
      const record = await store.get(name);
      return record ? answer(() => diffOriginal(deps, record, path)) : { ok: false, fault: 'unknown' };
    },
    push: (name, choices, keepIn) =>
      withLinkedFolder(name, async (record) => {
        const report = await push(deps, record, choices, keepIn);
        deps.changed(name);
        return report;
      }),
    pull: (name, choices, run) =>
      withLinkedFolder(name, (record) =>
        deps.asRun(run, name, 0, (files) => pull(deps, files, record, choices)),
      ),
    async disconnect(name) {
      await deps.lock(name, () => store.remove(name));
      deps.changed(name);
    },
  };
}

async function answer<T>(work: () => Promise<T>): Promise<LinkedFolderAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'failed') console.warn(error);
    return { ok: false, fault };
  }
}

function faultOf(error: unknown): LinkedFolderFault {
  if (isName(error, 'NotAllowedError')) return 'refused';
  if (isName(error, 'NotFoundError')) return 'gone';
  if (isName(error, 'QuotaExceededError')) return 'room';
  if (!(error instanceof ToolError)) return 'failed';
  if (error.type === 'storage_full') return 'room';
  if (error.type === 'path_not_allowed') return 'taken';
  return error.type === 'cancelled' ? 'cancelled' : 'failed';
}
