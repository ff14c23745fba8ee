/** A question to the user on behalf of a call: a permission, an approval, a form. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import type { RequestFacts } from '#shared/tools/request-facts.ts';

export type Question = {
  subject: PromptSubject;
  tool: string;
  call: CallId;
  session?: SessionId;
  /** Such as the method and address of a request. */
  detail?: string;
  request?: RequestFacts;
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
