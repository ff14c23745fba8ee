/** Where servers of the Chat Completions family differ, as data; a wire reads them, nothing asks for a name. */

export type ChatQuirks = {
  /** The field for the longest reply; OpenAI retired `max_tokens`. */
  replyLimit: 'max_tokens' | 'max_completion_tokens';
  /** Thoughts go back with what they led to; the server refuses the request otherwise. */
  returnsThoughts?: true;
  /** Call ids are nine letters or digits. */
  shortCallIds?: true;
  /** Nobody may speak right after a tool but the assistant. */
  answersTools?: true;
  /** How the ids of models begin whose prompts are kept in a cache only up to a mark; unmarked, each step costs all of them anew. */
  cacheMarks?: string;
  /** Usage comes without being asked for, and asking is refused. */
  noStreamOptions?: true;
};

export const noQuirks: ChatQuirks = { replyLimit: 'max_tokens' };
