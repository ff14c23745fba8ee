/** What git knows of the user: `api.git`. */
import type { FileChange } from '../runs/changes.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type GitAuthor = { name: string; email: string };
/** `host` as in an address, with a port if it has one; an address of a repository will do. Without `username`: `git`. */
export type GitTokenDraft = { host: string; username?: string; token: string };
/** A token that is stored. It stays in the engine. */
export type GitTokenInfo = { host: string; username: string };

/** What a commit changed, against its first parent. `others`: how many files are not listed. */
export type CommitChanges = { files: Omit<FileChange, 'conflict'>[]; others: number };

export type GitApi = {
  /** The author of commits in repositories that name none. Sets it if one is given, forgets it if `null` is. */
  author(author?: GitAuthor | null): Promise<Fallible<GitAuthor | null>>;
  /** The servers that there is a token for. */
  tokens(): Promise<GitTokenInfo[]>;
  /** Stores a token, or a password, for one server; it replaces the one stored for it. */
  saveToken(draft: GitTokenDraft): Promise<Fallible<GitTokenInfo>>;
  removeToken(host: string): Promise<void>;
  /** The files of a commit with their diffs; `folder` is the repository, or a folder in it. */
  commit(folder: string, commit: string): Promise<Fallible<CommitChanges>>;
};
