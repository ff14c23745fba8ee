/** The real folders of the device that have a copy in the workspace, as the Files screen knows them. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import { canPickFolder } from '#src/page-services/folder-access.ts';
import type { MountInfo } from '#shared/rpc/linked-folder.ts';
import type { EngineApi } from '#shared/api/index.ts';
import { isInside } from '../files/file-paths.ts';
import type { Toasts } from '../base/toasts.ts';

export type Mounts = {
  /** `null` until known. */
  list: ReadonlySignal<readonly MountInfo[] | null>;
  /** The one whose copy this path is in. */
  find(path: string): MountInfo | undefined;
  refresh(): Promise<void>;
  follow(): () => void;
};

type MountsConnection = {
  api: { linkedFolders: Pick<EngineApi['linkedFolders'], 'list'> };
  onEvents: EngineConnection['onEvents'];
};

export function createMounts({ api, onEvents }: MountsConnection, toasts: Pick<Toasts, 'attempt'>): Mounts {
  const list = signal<readonly MountInfo[] | null>(null);

  async function refresh(): Promise<void> {
    list.value = (await toasts.attempt(api.linkedFolders.list())) ?? list.value;
  }

  return {
    list,
    refresh,
    find: (path) => list.value?.find(({ name }) => isInside(path, name)),
    follow() {
      // Where no folder can be picked, there are none.
      if (!canPickFolder()) return () => undefined;
      void refresh();
      return onEvents((events) => {
        if (events.some((event) => event.type === 'changed' && event.kind === 'linkedFolders'))
          void refresh();
      });
    },
  };
}

/** The screen of a mount's changes is a place in its folder that no file can have: the path gate refuses the name. */
const changesName = '\\changes';

export function changesPath(name: string): string {
  return `${name}/${changesName}`;
}

export function mountOfChanges(path: string): string | null {
  return path.endsWith(`/${changesName}`) ? path.slice(0, -changesName.length - 1) : null;
}
