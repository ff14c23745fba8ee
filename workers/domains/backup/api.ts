/** Backups as the page asks for them: what they read and write, and when the last one was made. */
import type { ChangedEvent } from '#shared/runs/run-event.ts';
import type { EngineApi } from '#shared/rpc/protocol.ts';
import type { Backups } from './index.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { callLogLock } from '#workers/domains/activity/call-log.ts';
import { lockOf } from '#workers/domains/runs/run-lock.ts';
import type { Services } from '#workers/engine/services.ts';

export type BackupApi = Pick<EngineApi, 'exportBackup' | 'readBackup' | 'importBackup' | 'backupState'>;

const lastSetting = 'last-backup';

export function createBackupApi(services: Services): BackupApi {
  const { bus, callLog, database, folders, fileLock } = services;
  const files = createWorkspace(folders.workspace, fileLock);

  /** The log stands still meanwhile: its calls are written behind them. */
  async function work<T>(mode: LockMode, use: (backups: Backups) => Promise<T>, app = ''): Promise<T> {
    await callLog.written();
    return navigator.locks.request(callLogLock, { mode }, async () => use(await open(services, files, app)));
  }

  return {
    async exportBackup(app) {
      const answer = await work('shared', (backups) => backups.write(), app);
      if (answer.ok) await database.put('settings', Date.now(), lastSetting);
      return answer;
    },
    readBackup: (file) => work('shared', (backups) => backups.read(file)),
    async importBackup(file, existing) {
      const answer = await work('exclusive', (backups) => backups.import(file, existing));
      await services.allowedHosts.reload();
      if (answer.ok && answer.value.servers > 0) await (await services.openMcp()).servers.reload();
      for (const kind of changedKinds) bus.post({ type: 'changed', kind, ids: [] });
      return answer;
    },
    async backupState() {
      const last = await database.get('settings', lastSetting);
      return { last: typeof last === 'number' ? last : null, isWorthwhile: await isWorthwhile() };
    },
  };

  async function isWorthwhile(): Promise<boolean> {
    if ((await database.count('sessions')) > 0) return true;
    return (await files.list('.')).length > 0;
  }
}

const changedKinds: readonly ChangedEvent['kind'][] = [
  'sessions',
  'agents',
  'providers',
  'files',
  'permissions',
  'tools',
  'activity',
  'mcp',
];

async function open(services: Services, files: FilePort, app: string): Promise<Backups> {
  const { allowedHosts, blobs, database, disabledTools, fileLock, folders, providers } = services;
  // When the last one was made is asked for without them.
  const { createBackups, takeBack } = await import('./index.ts');
  return createBackups({
    ...{ allowedHosts, blobs, database, disabledTools, files, providers, app, now: Date.now },
    calls: await services.openCalls(),
    async asRun(run, work) {
      const recorder = createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
      try {
        return await work(createWorkspace(folders.workspace, fileLock, recorder));
      } finally {
        recorder.close();
      }
    },
    takeBack: (run) => takeBack({ workspace: folders.workspace, undo: folders.undo, lock: fileLock }, run),
    whenIdle: (session, work) =>
      navigator.locks.request(lockOf(session), { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      }),
    async room() {
      const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
  });
}
