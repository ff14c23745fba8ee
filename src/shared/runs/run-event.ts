/** The events of a run, posted to the page and written to the journal: deltas and ids, never history. */
import type { Budget } from '../agents/agent.ts';
import type { AgentId, CallId, MessageId, ProviderId, RunId, SessionId } from '../ids.ts';
import type { Author, Echo, Message, Note, Usage } from '../conversation/message.ts';
import type { JsonObject } from '../json.ts';
import type { ModelError } from '../models/provider.ts';
import type { ToolResult } from '../tools/tool.ts';

/** How a run ended. `failed` carries why. */
export type Outcome =
  | { type: 'completed' }
  | { type: 'stopped' }
  | { type: 'limit' }
  | { type: 'repeated' }
  | { type: 'errors' }
  | { type: 'interrupted' }
  /** Tokens or US dollars, of this run or of this day. */
  | { type: 'budget'; limit: 'run-tokens' | 'run-cost' | 'day-tokens' | 'day-cost'; most: number }
  /** The tab died during calls that are not repeatable: the user decides what to do. */
  | { type: 'waiting' }
  | { type: 'failed'; error: ModelError };

/** The agent, the model and the budget of a run, so that it can continue with them after a crash. */
export type RunPlanned = { agent: AgentId; provider: ProviderId; model?: string; budget?: Budget };

export type RunEvent =
  /**
   * `message` is the user's message; like one sent during the run it is posted whole. Absent if an answer is written
   * again. The run continues after `base`; messages after it are another branch.
   */
  | { type: 'run-start'; message?: Message; base: MessageId | null; plan?: RunPlanned; at: number }
  | {
      type: 'step-start';
      message: MessageId;
      parent: MessageId;
      order: number;
      at: number;
      author: Author;
    }
  /** The user sent this message during the run: the next request has it after the results of the last step. */
  | { type: 'user-message'; message: Message }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** Ends the open part of this kind, or is a part without text. */
  | { type: 'part-echo'; of: 'text' | 'reasoning'; echo: Echo }
  | { type: 'note'; note: Note }
  /** The reply starts again, maybe from another model: the part that was shown is discarded. */
  | { type: 'step-restart'; note?: Note; author?: Author }
  /** The request will be sent again after a rate limit or overload; nothing was shown yet. */
  | { type: 'step-retry'; error: ModelError; seconds: number }
  /** The model requested a tool; the arguments are complete. */
  | {
      type: 'tool-call';
      call: CallId;
      name: string;
      arguments: JsonObject;
      viaCallTool?: true;
      echo?: Echo;
    }
  /** It waits for another call of its code session, such as a command in the terminal. */
  | { type: 'tool-queued'; call: CallId }
  /** A tool host took the call; its deadline runs from here. */
  | { type: 'tool-start'; call: CallId; at: number }
  | { type: 'tool-progress'; call: CallId; text: string }
  /** The next piece of what a running command prints. */
  | { type: 'tool-output'; call: CallId; text: string }
  | { type: 'tool-end'; call: CallId; result: ToolResult; duration_ms: number }
  /**
   * The reply is complete; its calls may still run. `cost` in US dollars. `outcome`: the run ends with this
   * reply, whatever its calls return. `isPaused`: the service continues its reply only after another request.
   * `at` is absent in journals of older versions.
   */
  | { type: 'reply-end'; usage?: Usage; cost?: number; outcome?: Outcome; isPaused?: boolean; at?: number }
  | { type: 'step-end' }
  /** The user must decide about these calls, which were running when the tab died. */
  | { type: 'run-wait'; calls: CallId[] }
  | { type: 'run-resume'; at: number }
  /** The user stopped the run: it ends, also if its tab dies before the end. */
  | { type: 'run-stop'; at: number }
  | { type: 'run-end'; outcome: Outcome; at: number };

/** A run event as posted and stored; `seq` counts from 1 within the run. */
export type SessionEvent = {
  seq: number;
  session: SessionId;
  run: RunId;
  /** Set by the page where it splits a long text over frames: this is piece `part`, from 1, of `parts`. */
  piece?: { part: number; parts: number };
} & RunEvent;
