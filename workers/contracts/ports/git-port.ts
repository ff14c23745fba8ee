/** What a tool with the capability `git` is lent. Tokens are not in it: the engine adds them to requests (`credentials`). */

export type Identity = { name: string; email: string };

export type GitPort = {
  /** Who signs commits of repositories that name nobody; undefined if the user has not said. */
  author(): Promise<Identity | undefined>;
  /** False where the agent asks before `git_push`, or does not have it: then only that tool pushes. */
  mayPush(): Promise<boolean>;
};
