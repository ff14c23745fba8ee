/** The call log: `api.activity`. */
import type {
  ActivityMetrics,
  CallFilter,
  CallRecord,
  ChainPoint,
  ChainVerdict,
  DailyFigures,
} from '../tools/activity.ts';

export type ActivityApi = {
  /** Logged calls, newest first. */
  list(filter?: CallFilter): Promise<CallRecord[]>;
  /** Calls, errors and durations, overall and per tool. */
  metrics(): Promise<ActivityMetrics>;
  /** Figures of the last `days` days, today included; 1 to 90. */
  daily(days: number): Promise<DailyFigures>;
  /** JSON Lines; `scripts/check-log.mjs` verifies them. */
  export(): Promise<string>;
  /** Verifies the hash chain, against an exported head if given. */
  verify(head?: ChainPoint): Promise<ChainVerdict>;
  /** How many days a call stays in the log: 7 by default, at least 1. Sets it if `days` is given. */
  keep(days?: number): Promise<number>;
};
