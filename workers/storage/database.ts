/** The IndexedDB database `oneclaw`: its stores, its versions, and a copy kept before each migration. */
// idb: IndexedDB as promises with checked store names, in 1.3 kB.
import {
  deleteDB,
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import type { CallRecord } from '#shared/tools/activity.ts';
import type { Agent } from '#shared/agents/agent.ts';
import type { AgentId, MessageId, ProviderId, RunId, ServerId, SessionId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ProviderKind, TraitOverrides } from '#shared/models/provider.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { BaseFile, MountRecord } from '#workers/domains/linked-folders/store.ts';

export type RunRecord = {
  id: RunId;
  session: SessionId;
  startedAt: number;
  endedAt: number;
  outcome: Outcome;
};
export type ProviderRecord = {
  id: ProviderId;
  kind: ProviderKind;
  label: string;
  baseUrl?: string;
  model: string;
  /** What the user says of the model; absent in records of older versions. */
  traits?: TraitOverrides;
  created: number;
};
/** A provider, a server of tools, or the user's sign-in there. */
export type SecretOwner = ProviderId | ServerId | SignInId;
export type SignInId = `${string}:sign-in`;
/** An API key, encrypted; the address it is for is bound into the encryption. */
export type SecretRecord = {
  /** Named so by the first version. */
  provider: SecretOwner;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Names the passphrase lock it was sealed under; absent where there was none. */
  salt?: string;
};

/** The setting that holds the servers of tools; it is asked for before their code is loaded. */
export const serversSetting = 'mcp-servers';

export interface Schema extends DBSchema {
  sessions: { key: SessionId; value: SessionInfo; indexes: { updated: number } };
  messages: { key: MessageId; value: Message; indexes: { session: [SessionId, number] } };
  runs: { key: RunId; value: RunRecord; indexes: { session: [SessionId, number] } };
  providers: { key: ProviderId; value: ProviderRecord };
  secrets: { key: SecretOwner; value: SecretRecord };
  /** The non-extractable key that encrypts `secrets`. */
  vault: { key: 'key'; value: CryptoKey };
  settings: { key: string; value: Json };
  /** The call log, by place in its hash chain; calls from outside a run are in no index. */
  calls: { key: number; value: CallRecord; indexes: { run: RunId } };
  agents: { key: AgentId; value: Agent };
  /** Real folders of the device; what was in them is apart, because it is long. */
  mounts: { key: string; value: MountRecord };
  mountBases: { key: string; value: { name: string; files: BaseFile[] } };
}

export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;
export type Migration = (database: Database, transaction: Upgrade) => void | Promise<void>;

/** `migrations[n]` brings version n to n + 1. Only ever append: users have every version in the wild. */
export const migrations: readonly Migration[] = [createStores, createCalls, addAgents, addMounts];

/** Another tab runs a newer version of the app, and so does the database. */
export class NewerDatabaseError extends Error {}

export type DatabaseOptions = {
  name?: string;
  migrations?: readonly Migration[];
  /** A newer version of the app wants to migrate; this one has let go of the database. */
  onOutdated?(): void;
};

export async function openDatabase({
  name = 'oneclaw',
  migrations: steps = migrations,
  onOutdated,
}: DatabaseOptions = {}): Promise<Database> {
  await copyBeforeMigration(name, steps.length);
  const upgrade: { failure?: unknown } = {};
  try {
    return await openDB<Schema>(name, steps.length, {
      upgrade: (database, from, _to, transaction) => {
        // Steps that wait for requests of the transaction keep it alive; when one fails, it and the open are aborted.
        runSteps(steps.slice(from), database, transaction).catch((error: unknown) => {
          upgrade.failure = error;
          transaction.abort();
        });
        transaction.done.catch((error: unknown) => (upgrade.failure ??= error));
      },
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        onOutdated?.();
      },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError')
      throw new NewerDatabaseError('The database is newer than this app.');
    throw upgrade.failure ?? error;
  }
}

async function runSteps(
  steps: readonly Migration[],
  database: Database,
  transaction: Upgrade,
): Promise<void> {
  for (const step of steps) await step(database, transaction);
}

function createStores(database: Database): void {
  database.createObjectStore('sessions', { keyPath: 'id' }).createIndex('updated', 'updated');
  database.createObjectStore('messages', { keyPath: 'id' }).createIndex('session', ['session', 'order']);
  database.createObjectStore('runs', { keyPath: 'id' }).createIndex('session', ['session', 'startedAt']);
  database.createObjectStore('providers', { keyPath: 'id' });
  database.createObjectStore('secrets', { keyPath: 'provider' });
  database.createObjectStore('vault');
  database.createObjectStore('settings');
}

function createCalls(database: Database): void {
  database.createObjectStore('calls', { keyPath: 'seq' }).createIndex('run', 'run');
}

function addAgents(database: Database): void {
  database.createObjectStore('agents', { keyPath: 'id' });
}

function addMounts(database: Database): void {
  for (const store of ['mounts', 'mountBases'] as const)
    database.createObjectStore(store, { keyPath: 'name' });
}

/** Writes `<name>-before-v<target>`, whole, where a database of an older version is there. */
async function copyBeforeMigration(name: string, target: number): Promise<void> {
  const existing = (await indexedDB.databases()).find((each) => each.name === name);
  if (!existing?.version || existing.version >= target) return;
  const source = await openDB(name);
  const copyName = `${name}-before-v${target}`;
  await deleteDB(copyName);
  const copy = await openDB(copyName, existing.version, {
    upgrade: (database) => {
      for (const store of source.objectStoreNames) database.createObjectStore(store);
    },
  });
  try {
    for (const store of source.objectStoreNames) {
      const [keys, values] = await Promise.all([source.getAllKeys(store), source.getAll(store)]);
      const transaction = copy.transaction(store, 'readwrite', { durability: 'strict' });
      await Promise.all([
        ...keys.map((key, index) => transaction.store.put(values[index], key)),
        transaction.done,
      ]);
    }
  } finally {
    copy.close();
    source.close();
  }
}
