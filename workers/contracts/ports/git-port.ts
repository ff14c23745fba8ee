/** The port of a tool with the capability `git`, without tokens: the engine adds those to requests. */

export type Identity = { name: string; email: string };

export type GitPort = {
  /** The author of commits if a repository's configuration names none; undefined if the user set none. */
  author(): Promise<Identity | undefined>;
  /** False if the agent asks before `git_push`, or does not have it: then no other tool may push. */
  mayPush(): Promise<boolean>;
};
