/** The API of backups: export, preview, import, rollback of an import, and when the last ones were made. */
import type { BackupApi } from '#shared/api/backup.ts';
import type { DomainName } from '#shared/api/index.ts';
import type { BackupAnswer, LastImport } from '#shared/rpc/backup.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { forgetImports, lastNote } from './import-journal.ts';
import type { Backups } from './index.ts';

export type BackupNeeds = {
  blobs: BlobStore;
  bus: Pick<EventBus, 'post'>;
  openCallPath(): Promise<{
    callLog: { withLock<T>(mode: LockMode, work: () => Promise<T>): Promise<T> };
  }>;
  database: Database;
  fileLock: WriteLock;
  folders: Folders;
  /** The parts of all domains, and the names of these domains. */
  openBackupParts(): Promise<{ parts: readonly BackupPart[]; domains: readonly DomainName[] }>;
};

const lastSetting = 'last-backup';
/** Held while an import is written or rolled back. Free: an unfinished import is from a tab that died. */
const importLock = 'oneclaw-import';
/** How long an import can be rolled back: as long as undo records are kept (`storage/undo/tidy-undo.ts`). */
const keptMs = 30 * 24 * 60 * 60 * 1000;

export function createBackupApi(needs: BackupNeeds): BackupApi {
  const { openCallPath, database, folders, fileLock } = needs;
  const files = createWorkspace(folders.workspace, fileLock);

  /** Runs `use` with the lock of the call log, so that no tab writes the log meanwhile. */
  async function work<T>(mode: LockMode, use: (backups: Backups) => Promise<T>, app = ''): Promise<T> {
    const { callLog } = await openCallPath();
    return callLog.withLock(mode, async () => use(await open(needs, app)));
  }

  /** One import at a time across tabs; then reloads what the engine caches, and posts `changed` events. */
  async function change<T>(use: (backups: Backups) => Promise<BackupAnswer<T>>): Promise<BackupAnswer<T>> {
    const answer = await navigator.locks.request(importLock, { ifAvailable: true }, (lock) =>
      lock ? work('exclusive', use) : undefined,
    );
    if (!answer) return { ok: false, fault: { type: 'busy' } };
    const { parts, domains } = await needs.openBackupParts();
    for (const part of parts) await part.reload?.();
    for (const kind of [...domains, 'backup' as const]) needs.bus.post({ type: 'changed', kind, ids: [] });
    return answer;
  }

  return {
    async export(app, passphrase) {
      const answer = await work('shared', (backups) => backups.write(passphrase), app);
      if (answer.ok) await database.put('settings', Date.now(), lastSetting);
      return answer;
    },
    read: (file, passphrase) => work('shared', (backups) => backups.read(file, passphrase)),
    import: (file, existing, passphrase) => change((backups) => backups.import(file, existing, passphrase)),
    takeBack: () => change((backups) => backups.takeBack()),
    async keepImport() {
      await navigator.locks.request(importLock, { ifAvailable: true }, async (lock) => {
        if (lock) await forgetImports(database);
      });
      needs.bus.post({ type: 'changed', kind: 'backup', ids: [] });
    },
    async state() {
      const last = await database.get('settings', lastSetting);
      return {
        last: typeof last === 'number' ? last : null,
        isWorthwhile: await isWorthwhile(),
        lastImport: await lastImport(database),
      };
    },
  };

  async function isWorthwhile(): Promise<boolean> {
    if ((await database.count('sessions')) > 0) return true;
    return (await files.list('.')).length > 0;
  }
}

async function lastImport(database: Database): Promise<LastImport | null> {
  const note = await lastNote(database);
  if (!note) return null;
  const { id: run, at } = note;
  if (note.state === 'done') return Date.now() - at < keptMs ? { run, at, state: 'done' } : null;
  const isFree = await navigator.locks.request(importLock, { ifAvailable: true }, (lock) => lock !== null);
  return { run, at, state: isFree ? 'interrupted' : 'running' };
}

async function open(needs: BackupNeeds, app: string): Promise<Backups> {
  const { blobs, bus, database, fileLock, folders } = needs;
  // Loaded here, because `state` does not need them.
  const [{ createBackups, createProgress, rollBackFiles }, { parts }] = await Promise.all([
    import('./index.ts'),
    needs.openBackupParts(),
  ]);
  return createBackups({
    ...{ blobs, database, parts, app, now: Date.now, room: freeSpace },
    async asRun(run, work) {
      const recorder = createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
      try {
        return await work(createWorkspace(folders.workspace, fileLock, recorder));
      } finally {
        recorder.close();
      }
    },
    rollBackFiles: (run) =>
      rollBackFiles({ workspace: folders.workspace, undo: folders.undo, lock: fileLock }, run),
    withLock: (name, use) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await use();
        return lock !== null;
      }),
    progress: (stage, total) => createProgress(stage, total, bus.post),
  });
}
