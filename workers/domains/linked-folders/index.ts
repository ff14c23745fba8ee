/** Real folders of the device: copied in, compared, written back, forgotten. Tools only ever see the copy. */
import type { RunId } from '#shared/ids.ts';
import type {
  FolderSurvey,
  MountAnswer,
  MountChoice,
  MountFault,
  MountInfo,
  MountReport,
  MountReview,
  OpenMount,
} from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { MountRecord } from './records.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { fetchAgain } from './pull.ts';
import { openMount, surveyFolder } from './link-folder.ts';
import type { MountPorts } from './deps.ts';
import { diffOriginal, reviewMount } from './review.ts';
import { writeBack } from './push.ts';

export type Mounts = {
  list(): Promise<MountInfo[]>;
  survey(handle: FileSystemDirectoryHandle, everything: boolean): Promise<MountAnswer<FolderSurvey>>;
  open(folder: OpenMount): Promise<MountAnswer<void>>;
  review(name: string): Promise<MountAnswer<MountReview>>;
  diff(name: string, path: string): Promise<MountAnswer<string | null>>;
  write(name: string, choices: readonly MountChoice[], keepIn: string): Promise<MountAnswer<MountReport>>;
  fetch(name: string, choices: readonly MountChoice[], run: RunId): Promise<MountAnswer<MountReport>>;
  /** Forgets the real folder; the copy stays. */
  disconnect(name: string): Promise<void>;
};

export function createMounts(ports: MountPorts): Mounts {
  const { store } = ports;

  function withMount<T>(name: string, work: (record: MountRecord) => Promise<T>): Promise<MountAnswer<T>> {
    return ports.lock(name, async () => {
      const record = await store.get(name);
      return record ? answer(() => work(record)) : { ok: false, fault: 'unknown' };
    });
  }

  return {
    list: async () => (await store.list()).map(({ name, source, handle }) => ({ name, source, handle })),
    survey: (handle, everything) => answer(() => surveyFolder(ports, handle, everything)),
    open: (folder) =>
      ports.lock(folder.name, async () => {
        const opened = await answer(() => openMount(ports, folder));
        if (!opened.ok) return opened;
        return opened.value ? { ok: false, fault: opened.value } : { ok: true, value: undefined };
      }),
    review: (name) => withMount(name, (record) => reviewMount(ports, record)),
    // Nothing is changed by it, and it may be asked for while something is.
    async diff(name, path) {
      const record = await store.get(name);
      return record ? answer(() => diffOriginal(ports, record, path)) : { ok: false, fault: 'unknown' };
    },
    write: (name, choices, keepIn) =>
      withMount(name, async (record) => {
        const report = await writeBack(ports, record, choices, keepIn);
        ports.changed(name);
        return report;
      }),
    fetch: (name, choices, run) =>
      withMount(name, (record) =>
        ports.asRun(run, name, 0, (files) => fetchAgain(ports, files, record, choices)),
      ),
    async disconnect(name) {
      await ports.lock(name, () => store.remove(name));
      ports.changed(name);
    },
  };
}

async function answer<T>(work: () => Promise<T>): Promise<MountAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'failed') console.warn(error);
    return { ok: false, fault };
  }
}

function faultOf(error: unknown): MountFault {
  if (isName(error, 'NotAllowedError')) return 'refused';
  if (isName(error, 'NotFoundError')) return 'gone';
  if (isName(error, 'QuotaExceededError')) return 'room';
  if (!(error instanceof ToolError)) return 'failed';
  if (error.type === 'storage_full') return 'room';
  if (error.type === 'path_not_allowed') return 'taken';
  return error.type === 'cancelled' ? 'cancelled' : 'failed';
}
