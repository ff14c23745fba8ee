/** What git knows of the user: `api.git`. */
import type { Fallible } from '../rpc/protocol.ts';

export type GitAuthor = { name: string; email: string };
/** `host` as in an address, with a port if it has one; an address of a repository will do. Without `username`: `git`. */
export type GitTokenDraft = { host: string; username?: string; token: string };
/** A token that is stored. It stays in the engine. */
export type GitTokenInfo = { host: string; username: string };

export type GitApi = {
  /** The author of commits in repositories that name none. Sets it if one is given, forgets it if `null` is. */
  author(author?: GitAuthor | null): Promise<Fallible<GitAuthor | null>>;
  /** The servers that there is a token for. */
  tokens(): Promise<GitTokenInfo[]>;
  /** Stores a token, or a password, for one server; it replaces the one stored for it. */
  saveToken(draft: GitTokenDraft): Promise<Fallible<GitTokenInfo>>;
  removeToken(host: string): Promise<void>;
};
