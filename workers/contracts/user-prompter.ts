/** A question to the user on behalf of a call: a permission, an approval, a form. */
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';

export type Question = Omit<Prompt, 'id'> & {
  /**
   * Checked when the question's turn comes: the answer, if the user has meanwhile given one that covers it, such as
   * "Always".
   */
  settled?(): PromptAnswer | undefined;
  signal: AbortSignal;
};

export type UserPrompter = {
  /** Resolves when the user answers, or the signal aborts. */
  ask(question: Question): Promise<PromptAnswer>;
};
