/** Backups as the page asks for them: what they read and write, and when the last one was made. */
import type { BackupApi } from '#shared/api/backup.ts';
import type { DomainName } from '#shared/api/index.ts';
import type { Backups } from './index.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { callLogLock } from '#workers/domains/activity/call-log.ts';
import { runLockName } from '#workers/domains/runs/session-lock.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { CallLog } from '../activity/call-log.ts';
import type { CallStore } from '../activity/store.ts';
import type { Mcp } from '../mcp/open-mcp.ts';
import type { AllowedHosts } from '../permissions/allowed-hosts.ts';
import type { ProviderStore } from '../providers/store.ts';
import type { DisabledTools } from '../tools/disabled-tools.ts';

export type BackupNeeds = {
  allowedHosts: AllowedHosts;
  blobs: BlobStore;
  bus: Pick<EventBus, 'post'>;
  callLog: CallLog;
  database: Database;
  disabledTools: DisabledTools;
  fileLock: WriteLock;
  folders: Folders;
  openCalls(): Promise<CallStore>;
  openMcp(): Promise<Mcp>;
  providers: ProviderStore;
};

const lastSetting = 'last-backup';

export function createBackupApi(services: BackupNeeds): BackupApi {
  const { bus, callLog, database, folders, fileLock } = services;
  const files = createWorkspace(folders.workspace, fileLock);

  /** The log stands still meanwhile: its calls are written behind them. */
  async function work<T>(mode: LockMode, use: (backups: Backups) => Promise<T>, app = ''): Promise<T> {
    await callLog.written();
    return navigator.locks.request(callLogLock, { mode }, async () => use(await open(services, files, app)));
  }

  return {
    async export(app) {
      const answer = await work('shared', (backups) => backups.write(), app);
      if (answer.ok) await database.put('settings', Date.now(), lastSetting);
      return answer;
    },
    read: (file) => work('shared', (backups) => backups.read(file)),
    async import(file, existing) {
      const answer = await work('exclusive', (backups) => backups.import(file, existing));
      await services.allowedHosts.reload();
      if (answer.ok && answer.value.servers > 0) await (await services.openMcp()).servers.reload();
      for (const kind of changedKinds) bus.post({ type: 'changed', kind, ids: [] });
      return answer;
    },
    async state() {
      const last = await database.get('settings', lastSetting);
      return { last: typeof last === 'number' ? last : null, isWorthwhile: await isWorthwhile() };
    },
  };

  async function isWorthwhile(): Promise<boolean> {
    if ((await database.count('sessions')) > 0) return true;
    return (await files.list('.')).length > 0;
  }
}

const changedKinds: readonly DomainName[] = [
  'sessions',
  'agents',
  'providers',
  'files',
  'permissions',
  'tools',
  'activity',
  'mcp',
  'prompts',
];

async function open(services: BackupNeeds, files: FilePort, app: string): Promise<Backups> {
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
      navigator.locks.request(runLockName(session), { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      }),
    room: freeSpace,
  });
}
