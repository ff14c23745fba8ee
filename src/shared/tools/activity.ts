/** The call log as data: one record per finished tool call, chained by hashes, and what is computed from it. */
import type { CallId, RunId, SessionId } from '../ids.ts';
import type { Json } from '../json.ts';
import type { ToolErrorType } from './tool.ts';

/** How a call ended: well, or with which error. */
type CallOutcome = 'success' | ToolErrorType;

/** What is known of a call when it is over; secrets are masked and long values cut. */
export type CallEntry = {
  id: CallId;
  /** When it began, in milliseconds since the epoch. */
  at: number;
  /** Both `null` for a call from the scripting console. */
  session: SessionId | null;
  run: RunId | null;
  agent: string;
  /** Where the tool comes from, as in `ToolInfo`; `unknown` where no tool has the name. */
  source: string;
  tool: string;
  arguments: Json;
  outcome: CallOutcome;
  /** What went wrong; `null` where nothing did. */
  message: string | null;
  duration_ms: number;
  /** Size of the result: text in UTF-8, images and files as they are. */
  bytes: number;
  /** Calls of the same run that went on when it began, itself included. */
  concurrent: number;
};

/** A place in the chain: the record with this number had this hash. `{seq: 0, hash: ''}` is before the first. */
export type ChainPoint = { seq: number; hash: string };

/** `hash` covers everything else in the record, `prev` is the hash of the record before. */
export type CallRecord = CallEntry & { seq: number; prev: string; hash: string };

export type CallFilter = {
  tool?: string;
  /** `error` means any of them. */
  outcome?: CallOutcome | 'error';
  session?: string;
  /** Looked for in tool, agent, arguments, outcome and message, in any case. */
  text?: string;
  /** Milliseconds since the epoch. */
  since?: number;
  until?: number;
  /** At most this many; 50 unless told, never more than 500. */
  limit?: number;
  /** Only records before this `seq`: the next page. */
  before?: number;
};

export type ToolMetrics = {
  tool: string;
  calls: number;
  successes: number;
  errors: number;
  /** Counted among the errors. */
  timeouts: number;
  averageMs: number;
  /** Nineteen of twenty calls were at least this quick. */
  p95Ms: number;
  lastError: { outcome: ToolErrorType; message: string; at: number } | null;
};

export type ActivityMetrics = {
  calls: number;
  successes: number;
  /** Groups of calls of one run that went on at the same time. */
  parallelBatches: number;
  peakConcurrency: number;
  /** What the calls of those groups took together, less what they kept anyone waiting. */
  savedMs: number;
  /** Most used first. */
  tools: ToolMetrics[];
};

/** What one day of the user's calendar was like. */
export type DayFigures = {
  /** Such as `2026-11-22`. */
  day: string;
  calls: number;
  /** Counted among the calls. */
  errors: number;
  averageMs: number;
  /** Sent and received; runs that still go on are left out. */
  tokens: number;
  /** US dollars, where prices are known. */
  cost: number;
};

/** Oldest first, today last. `keepDays`: of the days before, the log of calls knows nothing any more. */
export type DailyFigures = { days: DayFigures[]; keepDays: number };

/**
 * Why a chain does not hold: a record that does not match its hash, that does not follow the one before, or that is
 * not there; or an end that is not the head. `head_expired`: the head asked for is older than anything that is left.
 */
type ChainFault = 'changed' | 'unlinked' | 'missing' | 'head_differs' | 'head_expired';
export type ChainVerdict = { ok: true; checked: number } | { ok: false; at: number; reason: ChainFault };
