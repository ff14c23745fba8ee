/** The linked folders, as the Files screen lists them. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import { canPickFolder } from '#src/page-services/folder-access.ts';
import type { LinkedFolderInfo } from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { isInside } from '../files/file-paths.ts';
import type { Toasts } from '../base/toasts.ts';

export type LinkedFolders = {
  /** `null` until known. */
  list: ReadonlySignal<readonly LinkedFolderInfo[] | null>;
  /** The linked folder whose copy contains this path. */
  find(path: string): LinkedFolderInfo | undefined;
  refresh(): Promise<void>;
  follow(): () => void;
};

type LinkedFoldersConnection = {
  api: { linkedFolders: Pick<EngineApi['linkedFolders'], 'list'> };
  onEvents: EngineConnection['onEvents'];
};

export function createLinkedFolders(
  { api, onEvents }: LinkedFoldersConnection,
  toasts: Pick<Toasts, 'attempt'>,
): LinkedFolders {
  const list = signal<readonly LinkedFolderInfo[] | null>(null);

  async function refresh(): Promise<void> {
    list.value = (await toasts.attempt(api.linkedFolders.list())) ?? list.value;
  }

  return {
    list,
    refresh,
    find: (path) => list.value?.find(({ name }) => isInside(path, name)),
    follow() {
      // A browser without a folder picker cannot have linked folders.
      if (!canPickFolder()) return () => undefined;
      void refresh();
      return onEvents((events) => {
        if (events.some((event) => event.type === 'changed' && event.kind === 'linkedFolders'))
          void refresh();
      });
    },
  };
}

/** The last segment of the review screen's path. No file can have this name: the path gate refuses a backslash. */
const changesName = '\\changes';

export function changesPath(name: string): string {
  return `${name}/${changesName}`;
}

export function linkedFolderOfChanges(path: string): string | null {
  return path.endsWith(`/${changesName}`) ? path.slice(0, -changesName.length - 1) : null;
}
