/** What the engine posts to the page and to other tabs. */
import type { CallId, PromptId, RunId } from '../ids.ts';
import type { ModelProgressEvent } from '../models/device-model.ts';
import type { BackupProgressEvent } from '../rpc/backup.ts';
import type { FileProgressEvent } from '../rpc/file-edit.ts';
import type { SessionEvent } from '../runs/run-event.ts';
import type { Prompt, PromptAnswer } from '../tools/permission.ts';
import type { DomainName } from './index.ts';
import type { PackageProgressEvent } from './packages.ts';

/** Something stored has changed; fetch it again if you show it. */
export type ChangedEvent = {
  type: 'changed';
  kind: DomainName;
  ids: string[];
  /** Files: the run that may have changed them. */
  run?: RunId;
};

/** A question to the user, and its end. They belong to a call, not to the history of a run: a reload ends them. */
export type PromptEvent =
  | { type: 'permission-request'; prompt: Prompt }
  | { type: 'permission-end'; prompt: PromptId; answer: PromptAnswer };

export type LogProblem = 'log_full' | 'log_failed';

/**
 * Why the tokens of a tool server, which were deleted here, could not be revoked: they stay valid at the
 * server.
 */
export type RevocationProblem = 'revocation_failed' | 'revocation_locked' | 'revocation_not_offered';

/** A problem that belongs to no call. */
type NoticeEvent =
  | { type: 'notice'; notice: LogProblem }
  /** `name`: of the tool server. */
  | { type: 'notice'; notice: RevocationProblem; name: string };

/** The next piece of output of a command in the terminal. */
type CallOutputEvent = { type: 'call-output'; call: CallId; text: string };

/** Whether a command in the terminal waits for another one in the same shell. */
type CallQueuedEvent = { type: 'call-queued'; call: CallId; isQueued: boolean };

export type EngineEvent =
  | SessionEvent
  | ChangedEvent
  | PromptEvent
  | NoticeEvent
  | ModelProgressEvent
  | FileProgressEvent
  | CallOutputEvent
  | CallQueuedEvent
  | BackupProgressEvent
  | PackageProgressEvent;

/** A message on the event port. */
export type EventBatch = EngineEvent[];
