/** The user's settings for git: author and tokens, and the changes of a commit: `api.git`. */
import type { FileChange } from '../runs/changes.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type GitAuthor = { name: string; email: string };
/**
 * `host` as in a URL, with the port if it has one; the URL of a repository is accepted, too.
 * `username` is `git` by default.
 */
export type GitTokenDraft = { host: string; username?: string; token: string };
/** A token that is stored. It stays in the engine. */
export type GitTokenInfo = { host: string; username: string };

/** What a commit changed, against its first parent. `others`: how many files are not listed. */
export type CommitChanges = { files: Omit<FileChange, 'conflict'>[]; others: number };

export type GitApi = {
  /** The author of commits in repositories that name none. A value sets it, `null` removes it. */
  author(author?: GitAuthor | null): Promise<Fallible<GitAuthor | null>>;
  /** The servers for which a token is stored. */
  tokens(): Promise<GitTokenInfo[]>;
  /** Stores a token, or a password, for one server; it replaces the stored one. */
  saveToken(draft: GitTokenDraft): Promise<Fallible<GitTokenInfo>>;
  removeToken(host: string): Promise<void>;
  /** The files of a commit with their diffs; `folder` is the repository, or a folder in it. */
  commit(folder: string, commit: string): Promise<Fallible<CommitChanges>>;
};
