/** What the agent loop is given: the model, the tools, the conversation, and where its events go. */
import type { CallId, MessageId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Author, Message } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent } from '#shared/runs/run-event.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { TouchedPlaces } from '#workers/contracts/touched-places.ts';
import type { StepEvent } from './step-event.ts';

/**
 * `isRepaired`: the model wrote the arguments as JSON with faults; the log says so. `viaCallTool`: it sent the call inside
 * one of `call_tool`.
 */
export type LoopCall = {
  id: CallId;
  name: string;
  arguments: JsonObject | string;
  isRepaired?: true;
  viaCallTool?: true;
};

/**
 * Why a guard, the step limit or a budget ends the run. The model is asked once more, for a final answer without
 * calls.
 */
export type Ending = Outcome & { type: 'repeated' | 'errors' | 'limit' | 'budget' };

/** Contract: none of these throws for an expected reason; `messages` includes everything emitted so far. */
export type LoopDeps = {
  emit(event: RunEvent): void;
  /** The conversation so far. */
  messages(): readonly Message[];
  /** The model that answers now. */
  author(): Author;
  /** One reply; the model is told to answer without calls if `mayCall` is false. */
  ask(history: readonly Message[], mayCall: boolean, signal: AbortSignal): AsyncIterable<StepEvent>;
  /** Lets the user cancel this call alone. Call `end` when the call is passed to `call`, or never will be. */
  announce(call: LoopCall): { cancelled: AbortSignal; end(): void };
  /** Runs one call to its one result. */
  call(call: LoopCall, signal: AbortSignal): Promise<{ result: ToolResult; duration_ms: number }>;
  /** Whether a call of this tool may run before the reply has ended, because repeating it does no harm. */
  canStartEarly(name: string): boolean;
  /** What a call will read and change; calls of one reply in conflict run in the order of the reply. */
  placesOf(call: LoopCall): TouchedPlaces;
  /**
   * The outcome that ends the run before the next request, if a budget is used up. Otherwise reserves the
   * most that the request may cost until `releaseReservation`; waits while the reservations of other runs
   * exhaust the budget.
   */
  overBudget(signal: AbortSignal): Promise<Outcome | undefined>;
  /**
   * After `overBudget` allowed the next request: the outcome that the run will have after it, because one more like the
   * last would use up a budget. The request is then for a final answer.
   */
  lastInBudget?(): Ending | undefined;
  /** Emits the messages that the user sent to steer the run since its last step. */
  takeSteering?(signal: AbortSignal): Promise<void>;
  /** Called when the reply has ended and its cost was emitted. */
  releaseReservation?(): void;
  newMessageId(): MessageId;
  /** For a call whose id is missing or was used before. */
  newCallId(): CallId;
  now(): number;
};
