/** The user's relay: its address in the settings, its headers in the vault, bound to the address. */
import type { RelayDraft, RelayInfo } from '#shared/api/access/network.ts';
import { isJsonObject } from '#shared/json.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { refuse } from '#workers/engine/as-fallible.ts';
import type { SecretRecord } from '#workers/domains/vault/tables.ts';
import { relayOwner } from '#workers/domains/vault/tables.ts';
import { beginWithSecrets, checkLock } from '#workers/domains/vault/store-secret.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import type { Relay } from '#workers/network/relay.ts';
import type { Database } from '#workers/storage/database.ts';

export type RelayStore = {
  info(): Promise<RelayInfo | null>;
  /** The relay with its headers; `locked` if they are in the locked vault. */
  reveal(): Promise<Relay | 'locked' | undefined>;
  /** `null` deletes it. */
  save(draft: RelayDraft | null): Promise<Fallible<RelayInfo | null>>;
};

const setting = 'relay';
const maxHeaders = 5;
/** Set by the browser, or by the request that is relayed. */
const reserved = /^(authorization|content-type|cookie|host|origin|x-relay-redirect)$/i;

export function createRelayStore(database: Database, vault: Vault): RelayStore {
  const info = () => readRelay(database);
  return {
    info,
    async reveal() {
      const stored = await info();
      if (!stored) return undefined;
      if (stored.headers.length === 0) return { url: stored.url, headers: {} };
      const text = await vault.reveal(relayOwner, stored.url);
      return text === undefined ? 'locked' : { url: stored.url, headers: readHeaders(text) };
    },
    async save(draft) {
      if (draft === null) {
        await write(database, undefined, undefined);
        return { ok: true, value: null };
      }
      const checked = checkDraft(draft);
      if (typeof checked === 'string') return refuse('validation_error', checked);
      const { url, headers } = checked;
      const before = await info();
      const kept = headers === undefined && before?.url === url;
      const next: RelayInfo = { url, headers: kept ? before.headers : Object.keys(headers ?? {}) };
      if (kept || next.headers.length === 0) {
        await write(database, next, kept ? 'kept' : undefined);
        return { ok: true, value: next };
      }
      if (!(await vault.isOpen()))
        return refuse(
          'permission_denied',
          'The stored keys are locked. Unlock them in Settings, and save again.',
        );
      await write(database, next, await vault.seal(relayOwner, url, JSON.stringify(headers)));
      return { ok: true, value: next };
    },
  };
}

/** Reads the database each time, because another tab may have changed it. */
async function readRelay(database: Database): Promise<RelayInfo | null> {
  const stored = await database.get('settings', setting);
  if (!isJsonObject(stored) || typeof stored.url !== 'string' || !Array.isArray(stored.headers)) return null;
  return { url: stored.url, headers: stored.headers.filter((each) => typeof each === 'string') };
}

/** '' without a relay. */
export async function readRelayAddress(database: Database): Promise<string> {
  return (await readRelay(database))?.url ?? '';
}

/** The address and the headers as they are sent, or what is wrong with them. Scripts can pass any value. */
function checkDraft({ url: text, headers }: RelayDraft): RelayDraft | string {
  const url = typeof text === 'string' && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    return 'The address of the relay begins with https:// or http:// and has no password in it, such as https://relay.example/.';
  url.hash = '';
  if (headers === undefined) return { url: url.href };
  if (!areTexts(headers)) return 'The headers of a relay are names and values, such as {"X-Relay-Key": "…"}.';
  const entries = Object.entries(headers).map(([name, value]) => [name.trim(), value.trim()] as const);
  if (entries.length > maxHeaders) return `A relay gets at most ${maxHeaders} headers.`;
  const bad = entries.find(([name, value]) => reserved.test(name) || !isHeader(name, value));
  if (bad)
    return `The header ${JSON.stringify(bad[0])} cannot be sent to a relay. Use a name such as X-Relay-Key, and a plain value.`;
  return { url: url.href, headers: Object.fromEntries(entries) };
}

function areTexts(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers({ [name]: value }).get(name) === value && value !== '';
  } catch {
    return false;
  }
}

/** `secret`: 'kept' leaves the stored one, undefined deletes it. */
async function write(
  database: Database,
  info: RelayInfo | undefined,
  secret: SecretRecord | 'kept' | undefined,
): Promise<void> {
  const transaction = beginWithSecrets(database);
  const [settings, secrets] = [transaction.objectStore('settings'), transaction.objectStore('secrets')];
  if (typeof secret === 'object') await checkLock(secret, transaction);
  if (info) await settings.put({ ...info }, setting);
  else await settings.delete(setting);
  if (typeof secret === 'object') await secrets.put(secret);
  else if (secret === undefined) await secrets.delete(relayOwner);
  await transaction.done;
}

/** Reads headers that `save` has written. */
function readHeaders(text: string): Record<string, string> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  const pairs = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    pairs.flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
  );
}
