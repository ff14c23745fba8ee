/** Opens the database, the private folders and the stores on top of them. */
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { createSpending, type Spending } from '#workers/domains/budget/spending.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { UserFiles } from '#workers/domains/files/user-files.ts';
import type { GitStore } from '#workers/domains/git/git-store.ts';
import type { Packages } from '#workers/domains/packages/packages.ts';
import type { ReaderStore } from '#workers/domains/network/reader-store.ts';
import type { RelayStore } from '#workers/domains/network/relay-store.ts';
import { openAllowedHosts, type AllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import type { Memories } from '#workers/domains/memory/open-memories.ts';
import { openMemorySwitch, type MemorySwitch } from '#workers/domains/memory/settings.ts';
import { createProviderStore, type ProviderStore } from '#workers/domains/providers/store.ts';
import { createWaitingSends, type WaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import type { SearchStore } from '#workers/domains/search/search-store.ts';
import { createSessionStore, type SessionStore } from '#workers/domains/sessions/store.ts';
import { createTitleSwitch, type TitleSwitch } from '#workers/domains/sessions/title-switch.ts';
import { openTaskSwitch, type TaskSwitch } from '#workers/domains/tasks/settings.ts';
import { openDisabledTools, type DisabledTools } from '#workers/domains/tools/disabled-tools.ts';
import type { SecretOwner } from '#workers/domains/vault/tables.ts';
import type { VaultActor } from '#workers/domains/vault/domain.ts';
import { createVault, type Vault } from '#workers/domains/vault/vault.ts';
import { createVaultKeys, isVaultMessage, type VaultKeys } from '#workers/domains/vault/vault-keys.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import { createCodeSessions, type CodeSessions } from '#workers/storage/code-sessions.ts';
import { createBlobStore, type BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';
import { openFolders, type Folders } from '#workers/storage/folders.ts';
import type { Undo } from '#workers/storage/undo/undo.ts';
import type { FileIndex } from '#workers/storage/workspace/file-index.ts';
import { watchLock, type WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { once } from './once.ts';
import { openSearchIndexLater, type SearchIndexParts } from './open-search-index.ts';

/** `open…`: the code is loaded at first use. */
export type Stores = SearchIndexParts & {
  database: Database;
  folders: Folders;
  /** The lock of every file port; it reports written paths. */
  fileLock: WriteLock;
  /** Lists the changed files of the workspace for scripts, which see all files at once. */
  fileIndex: Pick<FileIndex, 'since'>;
  agents: AgentStore;
  allowedHosts: AllowedHosts;
  blobs: BlobStore;
  codeSessions: CodeSessions;
  disabledTools: DisabledTools;
  memorySwitch: MemorySwitch;
  providers: ProviderStore;
  sessions: SessionStore;
  spending: Spending;
  taskSwitch: TaskSwitch;
  titleSwitch: TitleSwitch;
  vault: Vault;
  waitingSends: WaitingSends;
  actOnVault: VaultActor;
  openGit(): Promise<GitStore>;
  openPackages(): Promise<Packages>;
  openMemories(): Promise<Memories>;
  openRelay(): Promise<RelayStore>;
  openReader(): Promise<ReaderStore>;
  openSearch(): Promise<SearchStore>;
  openUndo(): Promise<Undo>;
  openUses(): Promise<ConnectionUses>;
  /** One for all domains, so that each can cancel a running change of another. */
  openUserFiles(): Promise<UserFiles>;
};

const webLock: WriteLock = async (name, mode, work) => navigator.locks.request(name, { mode }, work);

export async function openStores(bus: Pick<EventBus, 'post'>, onOutdated: () => void): Promise<Stores> {
  const [database, folders] = await Promise.all([openDatabase({ onOutdated }), openFolders()]);
  const [allowedHosts, disabledTools, memorySwitch, taskSwitch] = await Promise.all([
    openAllowedHosts(database),
    openDisabledTools(database),
    openMemorySwitch(database),
    openTaskSwitch(database),
  ]);
  const { fileLock, fileIndex } = openFileIndex(folders.workspace);
  const vaultKeys = openVaultKeys(database, () =>
    bus.post({ type: 'changed', kind: 'vault', ids: ['keys'] }),
  );
  const vault = createVault(database, vaultKeys);
  const sessions = createSessionStore(database);
  return {
    database,
    folders,
    ...{ fileLock, fileIndex },
    agents: createAgentStore(database),
    allowedHosts,
    blobs: createBlobStore(folders.blobs),
    codeSessions: createCodeSessions(folders.sessions, async (id) => (await sessions.get(id)) !== undefined),
    disabledTools,
    memorySwitch,
    providers: createProviderStore(database, vault),
    sessions,
    spending: createSpending(database),
    taskSwitch,
    titleSwitch: createTitleSwitch(database),
    vault,
    waitingSends: createWaitingSends(database),
    actOnVault: async (action) => {
      const [{ actOnVault }, { addressOfSecret }] = await Promise.all([
        import('#workers/domains/vault/vault-lock.ts'),
        import('./secret-address.ts'),
      ]);
      const addressOf = (owner: SecretOwner) => addressOfSecret(owner, database);
      return actOnVault(action, { database, keys: vaultKeys, addressOf });
    },
    ...openSearchIndexLater(sessions),
    ...openLater({ bus, database, fileLock, folders, memorySwitch, vault }),
  };
}

/** Stores whose code is loaded at first use. */
function openLater({
  bus,
  database,
  fileLock,
  folders,
  memorySwitch,
  vault,
}: Pick<Stores, 'database' | 'fileLock' | 'folders' | 'memorySwitch' | 'vault'> & {
  bus: Pick<EventBus, 'post'>;
}): Pick<
  Stores,
  | 'openGit'
  | 'openMemories'
  | 'openPackages'
  | 'openRelay'
  | 'openReader'
  | 'openSearch'
  | 'openUndo'
  | 'openUserFiles'
  | 'openUses'
> {
  return {
    openGit: once(async () =>
      (await import('#workers/domains/git/git-store.ts')).createGitStore(database, vault),
    ),
    openPackages: once(async () =>
      (await import('#workers/domains/packages/packages.ts')).createPackages(database, bus.post),
    ),
    openMemories: once(async () =>
      (await import('#workers/domains/memory/open-memories.ts')).openMemories({
        ...{ database, settings: memorySwitch },
        changed: (...ids) => bus.post({ type: 'changed', kind: 'memory', ids }),
      }),
    ),
    openRelay: once(async () =>
      (await import('#workers/domains/network/relay-store.ts')).createRelayStore(database, vault),
    ),
    openReader: once(async () =>
      (await import('#workers/domains/network/reader-store.ts')).createReaderStore(database),
    ),
    openSearch: once(async () =>
      (await import('#workers/domains/search/search-store.ts')).createSearchStore(database, vault),
    ),
    openUndo: once(async () => {
      const { createUndo } = await import('#workers/storage/undo/undo.ts');
      return createUndo({ workspace: folders.workspace, undo: folders.undo, lock: fileLock });
    }),
    openUserFiles: once(async () => {
      const { createUserFiles } = await import('#workers/domains/files/user-files.ts');
      return createUserFiles({ bus, folders, fileLock });
    }),
    // One instance for all callers: it buffers the uses that are not written yet.
    openUses: once(async () =>
      (await import('#workers/domains/connections/connection-uses.ts')).createConnectionUses(database, 1_000),
    ),
  };
}

/** Writers of this tab announce each written path, so that the indexes of all tabs know what changed. */
function openFileIndex(workspace: FileSystemDirectoryHandle): Pick<Stores, 'fileLock' | 'fileIndex'> {
  // Undefined until it is first used. It needs no earlier changes, because it starts with a scan of the whole
  // workspace.
  let index: FileIndex | undefined;
  const open = once(async () => {
    const [{ createFileIndex }, { createWorkspace }] = await Promise.all([
      import('#workers/storage/workspace/file-index.ts'),
      import('#workers/storage/workspace/workspace.ts'),
    ]);
    return (index = createFileIndex(createWorkspace(workspace, webLock)));
  });
  const channel = new BroadcastChannel('oneclaw-file-changes');
  receiveValidated(channel, isPath, (path) => index?.changed(path));
  const fileLock = watchLock(webLock, (path) => {
    index?.changed(path);
    channel.postMessage(path);
  });
  return { fileLock, fileIndex: { since: async (mark) => (await open()).since(mark) } };
}

function isPath(data: unknown): data is string | null {
  return data === null || typeof data === 'string';
}

/** Keeps the vault's key in sync across tabs: either the engines of all tabs hold it, or none does. */
function openVaultKeys(database: Database, onChange: () => void): VaultKeys {
  const channel = new BroadcastChannel('oneclaw-vault');
  const keys = createVaultKeys(database, { send: (message) => channel.postMessage(message), onChange });
  receiveValidated(channel, isVaultMessage, keys.receive);
  return keys;
}
