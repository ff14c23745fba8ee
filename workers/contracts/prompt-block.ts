/** What a domain tells the model of a run: a block at the end of the system prompt. */
import type { Agent } from '#shared/agents/agent.ts';
import type { Note } from '#shared/conversation/message.ts';

type PromptSubject = {
  agent: Agent;
  /** The newest message of the user; '' if there is none. */
  text: string;
};

/** `contextTokens`: the smallest context window of the run's models; 0: the run has no model. */
export type RunPrompt = PromptSubject & { contextTokens: number };

/** `budgetTokens`: the most tokens of the block. */
export type PromptRequest = PromptSubject & { budgetTokens: number };

export type PromptBlock = {
  /** '' : nothing is added. */
  text: string;
  /**
   * The note to store with the next answer; undefined: none. `noted`: the notes of the run so far, which may have been
   * resumed with another block.
   */
  note(noted: readonly Note[]): Note | undefined;
};
