/** What the engine tells the page, and writes to the journal, while a run goes on: deltas and ids, never history. */
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
  /** The tab died in the middle of calls that must not simply be repeated: the user says what to do. */
  | { type: 'waiting' }
  | { type: 'failed'; error: ModelError };

/** Who was asked to answer, so that the run can go on with the same after a crash. */
export type RunPlanned = { agent: AgentId; provider: ProviderId; model?: string };

export type RunEvent =
  /**
   * `message` is the user's own words; the only whole message that crosses, and it crosses once. It is absent where an
   * answer is written anew. `base` is what the run goes on from; what came after it is another branch.
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
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** Ends the open part of this kind, or stands for one that has no text. */
  | { type: 'part-echo'; of: 'text' | 'reasoning'; echo: Echo }
  | { type: 'note'; note: Note }
  /** The reply is asked for again, maybe from another model: what was shown of it does not count. */
  | { type: 'step-restart'; note: Note; author?: Author }
  /** The provider will be asked again after a rate limit or overload; nothing was shown yet. */
  | { type: 'step-retry'; error: ModelError; seconds: number }
  /** The model asked for a tool; arguments are complete. */
  | { type: 'tool-call'; call: CallId; name: string; arguments: JsonObject; echo?: Echo }
  /** A tool host took the call; its deadline runs from here. */
  | { type: 'tool-start'; call: CallId; at: number }
  | { type: 'tool-progress'; call: CallId; text: string }
  | { type: 'tool-end'; call: CallId; result: ToolResult; duration_ms: number }
  /**
   * The model has said everything; its calls may still run. `cost` in US dollars. `outcome`: the run ends with this
   * reply, whatever becomes of its calls. `isPaused`: the service wants to be asked again to go on.
   */
  | { type: 'reply-end'; usage?: Usage; cost?: number; outcome?: Outcome; isPaused?: boolean }
  | { type: 'step-end' }
  /** The run needs an answer about these calls, which were running when its tab died. */
  | { type: 'run-wait'; calls: CallId[] }
  | { type: 'run-resume'; at: number }
  /** Somebody said stop: the run ends, also where its tab dies before the end. */
  | { type: 'run-stop'; at: number }
  | { type: 'run-end'; outcome: Outcome; at: number };

/** A run event on the wire; `seq` counts from 1 within the run. */
export type SessionEvent = { seq: number; session: SessionId; run: RunId } & RunEvent;
