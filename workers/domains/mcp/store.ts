/** Servers of tools in the settings; their secrets in the vault, bound to their address: another address, and they are gone. */
import { asId, type ServerId } from '#shared/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { mcpTransports, type McpSampling, type McpSignIn, type McpTransport } from '#shared/mcp/mcp.ts';
import { usesSetting } from '#workers/domains/connections/connection-uses.ts';
import type { SecretRecord, SignInId } from '#workers/domains/vault/tables.ts';
import { serversSetting as setting, type Database } from '#workers/storage/database.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import { lockSetting, saltIn } from '#workers/domains/vault/vault-keys.ts';

export type ServerRecord = {
  id: ServerId;
  name: string;
  title: string;
  url: string;
  transport: McpTransport;
  enabled: boolean;
  /** Names only. */
  headers: string[];
  clientId: string;
  hasClientSecret: boolean;
  sampling: McpSampling;
  signIn: McpSignIn;
  created: number;
};

/** What is kept in the vault for a server. */
export type ServerSecrets = { headers: Record<string, string>; clientSecret: string };

export type ServerStore = {
  /** By age. */
  list(): Promise<ServerRecord[]>;
  get(id: ServerId): Promise<ServerRecord | undefined>;
  /**
   * `secrets`: what replaces the stored ones; absent keeps them, unless the address is another. `from`: what the record
   * was made of; what was not changed of it stays as it is by now. Undefined, and nothing is written, where it is gone.
   */
  save(record: ServerRecord, secrets?: ServerSecrets, from?: ServerRecord): Promise<ServerRecord | undefined>;
  /** Changes what is there in one step; undefined where it is gone. */
  update(id: ServerId, change: (record: ServerRecord) => ServerRecord): Promise<ServerRecord | undefined>;
  remove(id: ServerId): Promise<void>;
  /** Undefined where the vault is locked. */
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** The user's sign-in, as its reader wrote it; undefined where the vault is locked. */
  signIn(record: ServerRecord): Promise<string | undefined>;
  /** With what the list says of it. False, and nothing is written, where this server is gone or elsewhere by now. */
  saveSignIn(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
};

const noSecrets: ServerSecrets = { headers: {}, clientSecret: '' };

export function createServerStore(database: Database, vault: Vault): ServerStore {
  const list = () => readServers(database);

  async function update(
    id: ServerId,
    change: (record: ServerRecord) => ServerRecord,
  ): Promise<ServerRecord | undefined> {
    const transaction = begin(database);
    const all = serversIn(await transaction.objectStore('settings').get(setting));
    const before = all.find((each) => each.id === id);
    const after = before && change(before);
    if (after) await transaction.objectStore('settings').put(toJson(replace(all, after)), setting);
    await transaction.done;
    return after;
  }

  return {
    list,
    get: async (id) => (await list()).find((each) => each.id === id),
    update,

    async save(record, secrets, from) {
      const secret = secrets && (await vault.seal(record.id, record.url, JSON.stringify(secrets)));
      const transaction = begin(database);
      if (secret) await checkLock(secret, transaction);
      const all = serversIn(await transaction.objectStore('settings').get(setting));
      const before = all.find((each) => each.id === record.id);
      const isGone = from !== undefined && before?.created !== from.created;
      const merged = from && before ? merge(record, from, before, secrets !== undefined) : record;
      const isElsewhere = before !== undefined && before.url !== merged.url;
      const saved: ServerRecord = {
        ...merged,
        ...(isElsewhere ? { signIn: 'none' as const } : {}),
        ...(isElsewhere && !secrets ? { headers: [], hasClientSecret: false } : {}),
      };
      const stored = transaction.objectStore('secrets');
      if (isGone) return transaction.done.then(() => undefined);
      if (isElsewhere) await Promise.all([stored.delete(record.id), stored.delete(signInOf(record.id))]);
      if (secret) await stored.put(secret);
      await transaction.objectStore('settings').put(toJson(replace(all, saved)), setting);
      await transaction.done;
      return saved;
    },

    async remove(id) {
      const transaction = begin(database);
      const settings = transaction.objectStore('settings');
      const all = serversIn(await settings.get(setting));
      await settings.put(toJson(all.filter((each) => each.id !== id)), setting);
      for (const key of [knownSetting(id), sampledSetting(id), usesSetting(id)]) await settings.delete(key);
      const stored = transaction.objectStore('secrets');
      await Promise.all([stored.delete(id), stored.delete(signInOf(id)), transaction.done]);
    },

    async secrets({ id, url }) {
      const text = await vault.reveal(id, url);
      return text === undefined ? undefined : readSecrets(text);
    },
    signIn: ({ id, url }) => vault.reveal(signInOf(id), url),

    async saveSignIn(record, text, state) {
      const secret = await vault.seal(signInOf(record.id), record.url, text);
      const transaction = begin(database);
      await checkLock(secret, transaction);
      const settings = transaction.objectStore('settings');
      const all = serversIn(await settings.get(setting));
      const now = all.find((each) => isSameServer(each, record));
      if (now) await transaction.objectStore('secrets').put(secret);
      if (now && state) await settings.put(toJson(replace(all, { ...now, signIn: state })), setting);
      await transaction.done;
      return now !== undefined;
    },
  };
}

/** Whether they are one server at one address, and not one that was added anew under the same name. */
export function isSameServer(one: ServerRecord, other: ServerRecord): boolean {
  return one.id === other.id && one.url === other.url && one.created === other.created;
}

/** Where what a server announced is kept. */
export function knownSetting(id: ServerId): string {
  return `mcp-known-${id}`;
}

/** Where the tokens are counted that its requests took. */
export function sampledSetting(id: ServerId): string {
  return `mcp-sampled-${id}`;
}

/** Writes down something of a server, unless it was removed meanwhile: nothing of it stays behind. */
export async function putForServer(
  database: Database,
  isIt: (record: ServerRecord) => boolean,
  key: string,
  change: (before: Json | undefined) => Json,
): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  if (serversIn(await transaction.store.get(setting)).some(isIt))
    await transaction.store.put(change(await transaction.store.get(key)), key);
  await transaction.done;
}

export async function readServers(database: Database): Promise<ServerRecord[]> {
  return serversIn(await database.get('settings', setting));
}

/** Those that are not here yet, without secrets; how many they were. */
export async function addServers(database: Database, records: readonly ServerRecord[]): Promise<number> {
  const transaction = database.transaction('settings', 'readwrite', { durability: 'strict' });
  const all = serversIn(await transaction.store.get(setting));
  const fresh = records.filter((record) => !all.some(({ id }) => id === record.id));
  await transaction.store.put(toJson([...all, ...fresh]), setting);
  await transaction.done;
  return fresh.length;
}

const begin = (database: Database) =>
  database.transaction(['settings', 'secrets'], 'readwrite', { durability: 'strict' });

/** The passphrase may have been changed while the secret was encrypted. */
async function checkLock(secret: SecretRecord, transaction: ReturnType<typeof begin>): Promise<void> {
  const lock = await transaction.objectStore('settings').get(lockSetting);
  if (secret.salt === saltIn(lock)) return;
  transaction.abort();
  await transaction.done.catch(() => undefined);
  throw new Error('The passphrase was changed in another tab at this moment. Save again.');
}

function signInOf(id: ServerId): SignInId {
  return `${id}:sign-in`;
}

function replace(all: readonly ServerRecord[], record: ServerRecord): ServerRecord[] {
  const isThere = all.some(({ id }) => id === record.id);
  return isThere ? all.map((each) => (each.id === record.id ? record : each)) : [...all, record];
}

/** Another tab may have changed other fields since `from` was read. New secrets are of the address they were given for. */
function merge(
  record: ServerRecord,
  from: ServerRecord,
  now: ServerRecord,
  hasSecrets: boolean,
): ServerRecord {
  const pick = <K extends keyof ServerRecord>(key: K): ServerRecord[K] =>
    JSON.stringify(record[key]) === JSON.stringify(from[key]) ? now[key] : record[key];
  const { id, name, created, enabled, signIn } = now;
  const { url, headers, hasClientSecret } = record;
  return {
    ...{ id, name, created, enabled, signIn },
    title: pick('title'),
    transport: pick('transport'),
    clientId: pick('clientId'),
    sampling: pick('sampling'),
    ...(hasSecrets
      ? { url, headers, hasClientSecret }
      : { url: pick('url'), headers: pick('headers'), hasClientSecret: pick('hasClientSecret') }),
  };
}

function toJson(records: readonly ServerRecord[]): Json {
  return records.map((record): JsonObject => ({ ...record, sampling: { ...record.sampling } }));
}

/** Whoever wrote it, an older version or a backup: what is not what it must be is as if it were not there. */
function serversIn(stored: Json | undefined): ServerRecord[] {
  return Array.isArray(stored) ? stored.flatMap((each) => readServer(each) ?? []) : [];
}

const signIns: readonly McpSignIn[] = ['needed', 'signed_in', 'needed_again'];

export function readServer(value: unknown): ServerRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, name, title, url, transport, enabled, headers, clientId, hasClientSecret, signIn, created } =
    value;
  const known = mcpTransports.find((each) => each === transport);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof url !== 'string' || !known)
    return undefined;
  return {
    id: asId<'server'>(id),
    name,
    title: typeof title === 'string' ? title : '',
    url,
    transport: known,
    enabled: enabled === true,
    headers: Array.isArray(headers) ? headers.filter((each) => typeof each === 'string') : [],
    clientId: typeof clientId === 'string' ? clientId : '',
    hasClientSecret: hasClientSecret === true,
    sampling: readSampling(value.sampling),
    signIn: signIns.find((each) => each === signIn) ?? 'none',
    created: typeof created === 'number' ? created : 0,
  };
}

/** What a day may take where nobody said otherwise. */
export const defaultSampling: McpSampling = { isOn: false, tokensPerDay: 50_000 };

function readSampling(value: Json | undefined): McpSampling {
  // Of a limit without end nothing is kept: JSON has words for one.
  if (!isJsonObject(value) || !isLimit(value.tokensPerDay)) return defaultSampling;
  return { isOn: value.isOn === true, tokensPerDay: Math.max(0, Math.floor(value.tokensPerDay)) };
}

function isLimit(value: Json | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function readSecrets(text: string): ServerSecrets {
  if (text === '') return noSecrets;
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) return noSecrets;
  const { headers, clientSecret } = value;
  const pairs = isJsonObject(headers) ? Object.entries(headers) : [];
  return {
    headers: Object.fromEntries(
      pairs.flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
    ),
    clientSecret: typeof clientSecret === 'string' ? clientSecret : '',
  };
}
