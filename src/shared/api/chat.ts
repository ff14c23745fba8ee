/** Runs of the model in a session: `api.chat`. */
import type { CallId, MessageId, PromptId, RunId, SessionId } from '../ids.ts';
import type { ModelError } from '../models/provider.ts';
import type { ResumeChoice, RunReport, SendInput } from '../rpc/protocol.ts';
import type { QueueChange, QueuedMessage } from '../runs/queued-message.ts';
import type { PromptAnswer } from '../tools/permission.ts';

export type ChatApi = {
  /** Resolves when the run ends. A message sent during a run is queued. */
  send(input: SendInput): Promise<RunReport>;
  /** Stores a message of the user during a run; null, or the reason why it is not stored. */
  enqueue(input: SendInput, when: 'now' | 'next'): Promise<ModelError | null>;
  /** In the order in which they will be sent; every tab has the same list. */
  queued(session: SessionId): Promise<QueuedMessage[]>;
  /** Does nothing if the message has been delivered meanwhile. */
  changeQueued(session: SessionId, id: RunId, change: QueueChange): Promise<void>;
  /** Answers the last user message of the shown branch again, in a new branch. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Continues a run that waits for a decision after its tab died. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Shows the branch that contains this message. */
  showBranch(session: SessionId, message: MessageId): Promise<void>;
  /** Stops the run of a session, in whichever tab it is. */
  stop(session: SessionId): Promise<void>;
  /** Ends one call that runs or waits as `cancelled`; its run continues. No session: a call outside a session. */
  cancelCall(call: CallId, session?: SessionId): Promise<void>;
  /** Answers a permission request or a question. */
  answerPrompt(prompt: PromptId, answer: PromptAnswer): Promise<void>;
};
