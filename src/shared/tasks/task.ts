/** A task: a prompt that an agent answers at a time, in a chat of its own, and how its last runs ended. */
import type { Budget } from '../agents/agent.ts';
import type { AgentId, SessionId, TaskId } from '../ids.ts';

/** `cron`: five fields, in the time zone in which it was written, such as `Europe/Berlin`. */
export type Schedule =
  { type: 'once'; at: number } | { type: 'cron'; cron: string; timeZone: string } | { type: 'heartbeat' };

export type Task = {
  id: TaskId;
  name: string;
  prompt: string;
  schedule: Schedule;
  /** Absent: the everyday agent. */
  agent?: AgentId;
  /** Absent: that of the agent. */
  model?: string;
  budget?: Budget;
  isPaused?: true;
  /** When it runs next, in milliseconds since the epoch; null: never again by itself. */
  next: number | null;
  /** Runs in a row that failed. */
  failures: number;
  /** The newest first, at most ten. */
  results: readonly TaskResult[];
  created: number;
};

export type TaskResult = {
  /** When it was due, and when it ran. */
  due: number;
  at: number;
  /** How many times before it passed while the app was closed; they are not run. */
  missed: number;
  session?: SessionId;
  /** Absent: it was completed. */
  failure?: string;
};

export const taskLimits = {
  tasks: 100,
  nameCharacters: 80,
  promptCharacters: 8_000,
  cronCharacters: 100,
  results: 10,
  /** Between two runs: a closer schedule is refused, because each run costs a request. */
  leastMs: 60_000,
  /** After the first failure, doubled by each that follows. */
  retryMs: { least: 60_000, most: 3_600_000 },
};
