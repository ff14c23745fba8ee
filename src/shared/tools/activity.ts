/** The call log: one record per finished tool call in a hash chain, and figures computed from it. */
import type { CallId, RunId, SessionId } from '../ids.ts';
import type { Json } from '../json.ts';
import type { Outcome } from '../runs/run-event.ts';
import type { ResultMetadata, ToolErrorType } from './tool.ts';

/** How a call ended: `success` or the type of its error. */
type CallOutcome = 'success' | ToolErrorType;

/** Outcomes of calls that did not run, because the user, the agent's settings or the browser refused. */
export const refusals: readonly CallOutcome[] = ['tool_not_available', 'permission_denied'];

/** A finished call; secrets are redacted and long values cut. */
export type CallEntry = {
  id: CallId;
  /** Start, in milliseconds since the epoch. */
  at: number;
  /** Both `null` for a call from the scripting console. */
  session: SessionId | null;
  run: RunId | null;
  agent: string;
  /** As in `ToolInfo`; `unknown` if no tool has the name. */
  source: string;
  tool: string;
  arguments: Json;
  outcome: CallOutcome;
  /** The error message; `null` on success. */
  message: string | null;
  /** Without the time in which it waited for the user. */
  duration_ms: number;
  /** Absent if the result has none. */
  metadata?: ResultMetadata;
  /** Size of the result: text as UTF-8, plus its images and files. */
  bytes: number;
  /** Calls of the same run that were running when it started, including itself. */
  concurrent: number;
};

/** A position in the chain and the hash of its record. `{seq: 0, hash: ''}` is before the first. */
export type ChainPoint = { seq: number; hash: string };

/** `hash`: SHA-256 of all other properties as canonical JSON. `prev`: the hash of the previous record. */
export type CallRecord = CallEntry & { seq: number; prev: string; hash: string };

export type CallFilter = {
  tool?: string;
  /** `error` matches every error type. */
  outcome?: CallOutcome | 'error';
  session?: string;
  /** Searched in tool, agent, arguments, outcome and message, ignoring case. */
  text?: string;
  /** Milliseconds since the epoch. */
  since?: number;
  until?: number;
  /** 50 by default, at most 500. */
  limit?: number;
  /** Only records before this `seq`, for the next page. */
  before?: number;
};

export type ToolMetrics = {
  tool: string;
  calls: number;
  successes: number;
  errors: number;
  /** Neither successes nor errors; durations are without them. */
  refused: number;
  /** Counted among the errors. */
  timeouts: number;
  averageMs: number;
  /** The 95th percentile of the durations. */
  p95Ms: number;
  lastError: { outcome: ToolErrorType; message: string; at: number } | null;
};

/** The outcomes with which a guard of the loop ends a run. */
export const guardStops = ['limit', 'repeated', 'errors', 'budget'] as const satisfies Outcome['type'][];

/** Of the runs that ended in the days that the call log covers. */
export type LoopMetrics = {
  runs: number;
  /** Among these: runs of versions that stored no figures; the sums leave them out. */
  unmeasured: number;
  /** Requests that were answered. */
  steps: number;
  /** Time from requests to the ends of their replies, with the waits before retries. */
  modelMs: number;
  /** The durations of all calls, summed. */
  toolMs: number;
  /** Requests that were sent again. */
  retries: number;
  guardStops: { guard: (typeof guardStops)[number]; runs: number }[];
};

export type ActivityMetrics = {
  calls: number;
  successes: number;
  refused: number;
  /** Groups of calls of one run that ran concurrently. */
  parallelBatches: number;
  peakConcurrency: number;
  /** The durations of the calls in those groups, summed, minus the time the groups took. */
  savedMs: number;
  /** Most used first. */
  tools: ToolMetrics[];
  loop: LoopMetrics;
};

/** Figures of one day in the user's time zone. */
export type DayFigures = {
  /** Such as `2026-11-22`. */
  day: string;
  calls: number;
  /** Counted among the calls, without those that were refused. */
  errors: number;
  averageMs: number;
  /** Sent and received, without active runs. */
  tokens: number;
  /** US dollars, for models with known prices. */
  cost: number;
};

/** Oldest first, today last. The call log covers the last `keepDays` days only. */
export type DailyFigures = { days: DayFigures[]; keepDays: number };

/**
 * Why a chain is invalid. `changed`: a record does not match its hash. `unlinked`: `prev` is not the hash of the record
 * before. `missing`: a gap. `head_differs`: another head than the given one. `head_expired`: the given one is deleted.
 */
type ChainFault = 'changed' | 'unlinked' | 'missing' | 'head_differs' | 'head_expired';
export type ChainVerdict = { ok: true; checked: number } | { ok: false; at: number; reason: ChainFault };
