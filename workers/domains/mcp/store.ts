/** Stores tool servers (MCP) in the settings and their secrets in the vault, bound to the address and dropped when it changes. */
import {
  type KnownServers,
  type ServerRecord,
  type ServerSecrets,
  type ServerStore,
  defaultSampling,
  isSameServer,
} from '#workers/mcp/stored-server.ts';
import { asId, type ServerId } from '#shared/ids.ts';
import { asText, isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { mcpTransports, type McpSampling, type McpSignIn } from '#shared/mcp/mcp.ts';
import { usesSetting } from '#workers/contracts/connection-source.ts';
import type { SecretRecord, SignInId } from '#workers/domains/vault/tables.ts';
import { serversSetting as setting, type Database } from '#workers/storage/database.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import { beginWithSecrets, checkLock } from '#workers/domains/vault/store-secret.ts';

const noSecrets: ServerSecrets = { headers: {}, clientSecret: '' };

export function createServerStore(database: Database, vault: Vault): ServerStore {
  const list = () => readServers(database);
  return {
    list,
    get: async (id) => (await list()).find((each) => each.id === id),
    update: (id, change) => updateServer(database, id, change),
    save: async (record, secrets, from) =>
      saveServer(database, record, secrets && (await sealSecrets(vault, record, secrets)), from),
    remove: (id) => removeServer(database, id),
    async secrets({ id, url }) {
      const text = await vault.reveal(id, url);
      return text === undefined ? undefined : readSecrets(text);
    },
    signIn: ({ id, url }) => vault.reveal(signInOf(id), url),
    saveSignIn: async (record, text, state) =>
      saveSignIn(database, record, await vault.seal(signInOf(record.id), record.url, text), state),
  };
}

function sealSecrets(vault: Vault, { id, url }: ServerRecord, secrets: ServerSecrets): Promise<SecretRecord> {
  return vault.seal(id, url, JSON.stringify(secrets));
}

async function updateServer(
  database: Database,
  id: ServerId,
  change: (record: ServerRecord) => ServerRecord,
): Promise<ServerRecord | undefined> {
  const transaction = beginWithSecrets(database);
  const all = serversIn(await transaction.objectStore('settings').get(setting));
  const before = all.find((each) => each.id === id);
  const after = before && change(before);
  if (after) await transaction.objectStore('settings').put(toJson(replace(all, after)), setting);
  await transaction.done;
  return after;
}

async function saveServer(
  database: Database,
  record: ServerRecord,
  secret: SecretRecord | undefined,
  from: ServerRecord | undefined,
): Promise<ServerRecord | undefined> {
  const transaction = beginWithSecrets(database);
  if (secret) await checkLock(secret, transaction);
  const all = serversIn(await transaction.objectStore('settings').get(setting));
  const before = all.find((each) => each.id === record.id);
  const isGone = from !== undefined && before?.created !== from.created;
  if (isGone) return transaction.done.then(() => undefined);
  const merged = from && before ? merge(record, from, before, secret !== undefined) : record;
  const isElsewhere = before !== undefined && before.url !== merged.url;
  const saved: ServerRecord = {
    ...merged,
    ...(isElsewhere ? { signIn: 'none' as const } : {}),
    ...(isElsewhere && !secret ? { headers: [], hasClientSecret: false } : {}),
  };
  const stored = transaction.objectStore('secrets');
  if (isElsewhere) await Promise.all([stored.delete(record.id), stored.delete(signInOf(record.id))]);
  if (secret) await stored.put(secret);
  await transaction.objectStore('settings').put(toJson(replace(all, saved)), setting);
  await transaction.done;
  return saved;
}

async function removeServer(database: Database, id: ServerId): Promise<void> {
  const transaction = beginWithSecrets(database);
  const settings = transaction.objectStore('settings');
  const all = serversIn(await settings.get(setting));
  await settings.put(toJson(all.filter((each) => each.id !== id)), setting);
  for (const key of [knownSetting(id), sampledSetting(id), usesSetting(id)]) await settings.delete(key);
  const stored = transaction.objectStore('secrets');
  await Promise.all([stored.delete(id), stored.delete(signInOf(id)), transaction.done]);
}

async function saveSignIn(
  database: Database,
  record: ServerRecord,
  secret: SecretRecord,
  state: McpSignIn | undefined,
): Promise<boolean> {
  const transaction = beginWithSecrets(database);
  await checkLock(secret, transaction);
  const settings = transaction.objectStore('settings');
  const all = serversIn(await settings.get(setting));
  const now = all.find((each) => isSameServer(each, record));
  if (now) await transaction.objectStore('secrets').put(secret);
  if (now && state) await settings.put(toJson(replace(all, { ...now, signIn: state })), setting);
  await transaction.done;
  return now !== undefined;
}

/**
 * Stores the tools that servers last announced and the user accepted, so that they are known before a server
 * answers.
 */
export function createKnownServers(database: Database): KnownServers {
  return {
    read: async (id) => asText(await database.get('settings', knownSetting(id))),
    write: ({ id, created }, text) =>
      putForServer(
        database,
        (each) => each.id === id && each.created === created,
        knownSetting(id),
        () => text,
      ),
  };
}

/** The settings key of what a server announced. */
function knownSetting(id: ServerId): string {
  return `mcp-known-${id}`;
}

/** The settings key of the tokens that its sampling requests used. */
export function sampledSetting(id: ServerId): string {
  return `mcp-sampled-${id}`;
}

/** Stores a setting about a server, unless the server was removed, so that nothing of it stays behind. */
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

/** `owner`: the id of a server, or of the sign-in at one. */
export async function readServerAddress(database: Database, owner: string): Promise<string | undefined> {
  const [server] = owner.split(':');
  return (await readServers(database)).find(({ id }) => id === server)?.url;
}

function signInOf(id: ServerId): SignInId {
  return `${id}:sign-in`;
}

function replace(all: readonly ServerRecord[], record: ServerRecord): ServerRecord[] {
  const isThere = all.some(({ id }) => id === record.id);
  return isThere ? all.map((each) => (each.id === record.id ? record : each)) : [...all, record];
}

/**
 * Three-way merge: keeps changes of other fields that another tab made since `from` was read. New secrets
 * are saved with the address of `record`.
 */
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

/** Drops invalid records: the list may be from an older version or a backup. */
export function serversIn(stored: Json | undefined): ServerRecord[] {
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
    title: asText(title),
    url,
    transport: known,
    enabled: enabled === true,
    headers: Array.isArray(headers) ? headers.filter((each) => typeof each === 'string') : [],
    clientId: asText(clientId),
    hasClientSecret: hasClientSecret === true,
    sampling: readSampling(value.sampling),
    signIn: signIns.find((each) => each === signIn) ?? 'none',
    created: typeof created === 'number' ? created : 0,
  };
}

function readSampling(value: Json | undefined): McpSampling {
  // Anything but a finite limit is invalid.
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
    clientSecret: asText(clientSecret),
  };
}
