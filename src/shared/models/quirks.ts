/** How servers that speak Chat Completions differ, as data, so that no code checks the name of a service. */

export type ChatQuirks = {
  /** The field that limits the reply; OpenAI deprecated `max_tokens`. */
  replyLimit: 'max_tokens' | 'max_completion_tokens' | 'none';
  /**
   * Reasoning must be sent back with the text and calls that followed it, or the server rejects the
   * request.
   */
  returnsThoughts?: true;
  /** Rejects the field in which it sent its own reasoning. */
  refusesThoughts?: true;
  /** Call ids are nine letters or digits. */
  shortCallIds?: true;
  /** Prefix of the ids of models that cache a prompt only up to a cache mark; without marks every step pays the full prompt. */
  cacheMarks?: string;
  /** `prompt_cache_key` sends the requests of a chat to the machine that has its prompt; other servers may reject the field. */
  cacheKeys?: true;
  /** Usage is always sent, and `stream_options` is rejected. */
  noStreamOptions?: true;
};

export const noQuirks: ChatQuirks = { replyLimit: 'max_tokens' };
