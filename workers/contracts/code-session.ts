/** What the shell and the interpreters of a conversation keep between calls: small texts by name. */
export type SessionState = {
  read(name: string): Promise<string | null>;
  /** Replaces the text atomically. At most 1 MB. */
  write(name: string, text: string): Promise<void>;
};
