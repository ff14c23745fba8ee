/** What is stored of a tool server, and the stores as this folder needs them; `domains/mcp` implements them. */
import type { ServerId } from '#shared/ids.ts';
import type { McpSampling, McpSignIn, McpTransport } from '#shared/mcp/mcp.ts';

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

/** A server's secrets in the vault. */
export type ServerSecrets = { headers: Record<string, string>; clientSecret: string };

export type ServerStore = {
  /** Oldest first. */
  list(): Promise<ServerRecord[]>;
  get(id: ServerId): Promise<ServerRecord | undefined>;
  /**
   * `secrets` replace the stored ones; absent keeps them, unless the address changed. `from`: the record that was
   * edited; fields that the edit did not change keep their current value. Undefined, and nothing is written, where
   * the server was removed.
   */
  save(record: ServerRecord, secrets?: ServerSecrets, from?: ServerRecord): Promise<ServerRecord | undefined>;
  /** Changes the record in one transaction; undefined where it was removed. */
  update(id: ServerId, change: (record: ServerRecord) => ServerRecord): Promise<ServerRecord | undefined>;
  remove(id: ServerId): Promise<void>;
  /** Undefined where the vault is locked. */
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** The sign-in as it was written; undefined where the vault is locked. */
  signIn(record: ServerRecord): Promise<string | undefined>;
  /** `state` goes into the record. False, and nothing is written, where the server was removed or has another address. */
  saveSignIn(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
};

export type KnownServers = {
  read(id: ServerId): Promise<string>;
  /** Does nothing where the server was removed. */
  write(record: ServerRecord, text: string): Promise<void>;
};

/** For new servers. */
export const defaultSampling: McpSampling = { isOn: false, tokensPerDay: 50_000 };

/** The same server at the same address; one that was removed and added again is another. */
export function isSameServer(one: ServerRecord, other: ServerRecord): boolean {
  return one.id === other.id && one.url === other.url && one.created === other.created;
}
