/** The stored data of a tool server, and the interfaces of the stores; `domains/mcp` implements them. */
import type { ServerId } from '#shared/ids.ts';
import type { McpSampling, McpServerInfo, McpSignIn } from '#shared/mcp/mcp.ts';

/** The stored part of `McpServerInfo`; the values of its headers are in the vault. */
export type ServerRecord = Omit<
  McpServerInfo,
  'sampledToday' | 'state' | 'tools' | 'offers' | 'instructions'
> & { created: number };

/** A server's secrets in the vault. */
export type ServerSecrets = { headers: Record<string, string>; clientSecret: string };

export type ServerStore = {
  /** Oldest first. */
  list(): Promise<ServerRecord[]>;
  get(id: ServerId): Promise<ServerRecord | undefined>;
  /**
   * `secrets` replace the stored ones; if absent, these are kept unless the URL changed. `from`: the record
   * before the edit; fields that the edit did not change keep their current value. Returns undefined and
   * writes nothing if the server was removed.
   */
  save(record: ServerRecord, secrets?: ServerSecrets, from?: ServerRecord): Promise<ServerRecord | undefined>;
  /** Changes the record in one transaction; returns undefined if it was removed. */
  update(id: ServerId, change: (record: ServerRecord) => ServerRecord): Promise<ServerRecord | undefined>;
  remove(id: ServerId): Promise<void>;
  /** Undefined if the vault is locked. */
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** The stored text of the sign-in; undefined if the vault is locked. */
  signIn(record: ServerRecord): Promise<string | undefined>;
  /**
   * `state` is stored in the record. Returns false and writes nothing if the server was removed or has
   * another URL.
   */
  saveSignIn(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
};

export type KnownServers = {
  /** The text that was last written; '' if nothing was. */
  read(id: ServerId): Promise<string>;
  /** Does nothing if the server was removed. */
  write(record: ServerRecord, text: string): Promise<void>;
};

/** The settings of new servers. */
export const defaultSampling: McpSampling = { isOn: false, tokensPerDay: 50_000 };

/**
 * True if both are the same server at the same URL; a server that was removed and added again is another one.
 */
export function isSameServer(one: ServerRecord, other: ServerRecord): boolean {
  return one.id === other.id && one.url === other.url && one.created === other.created;
}
