/**
 * A task: a prompt that an agent answers at a time, in a separate chat for each run, and how its last runs
 * ended.
 */
import type { Budget } from '../agents/agent.ts';
import type { AgentId, RunId, SessionId, TaskId } from '../ids.ts';
import type { ModelError } from '../models/provider.ts';
import type { Outcome } from '../runs/run-event.ts';
import type { Spent } from '../runs/spent.ts';
import type { OutsideSource } from '../tools/permission.ts';

/** `cron`: five fields, in the time zone in which it was written, such as `Europe/Berlin`. */
export type Schedule =
  { type: 'once'; at: number } | { type: 'cron'; cron: string; timeZone: string } | { type: 'heartbeat' };

/**
 * Exactly one of `at`, `cron` and `on_heartbeat`. `at`: a date and time, with an offset or in the time zone of the device.
 * `time_zone`: of `cron`, such as `Europe/Berlin`; absent: that of the device, or of the task while its `cron` is the same.
 */
export type ScheduleInput = { at?: string; cron?: string; on_heartbeat?: boolean; time_zone?: string };

export type Task = {
  id: TaskId;
  name: string;
  prompt: string;
  schedule: Schedule;
  /** Absent: the everyday agent. */
  agent?: AgentId;
  /** Absent: that of the agent. */
  model?: string;
  /** Limit for each due time, all its tries together; the budget of the agent applies to each run as well. */
  budget?: Budget;
  isPaused?: true;
  /** An agent created it and may not decide this alone: it is paused until the user accepts it. */
  isWaiting?: true;
  /** The user accepted this task, which was written while text from outside was in the conversation. */
  isAccepted?: true;
  origin: TaskOrigin;
  /** When it runs next, in milliseconds since the epoch; null: it has no next time. */
  next: number | null;
  /** The claim of the tab that runs it: stored before the run begins, removed with the result. */
  running?: TaskClaim;
  /** Consecutive failed runs; those that the user or a limit ended do not count. */
  failures: number;
  /** The newest first, at most ten. */
  results: readonly TaskResult[];
  created: number;
};

export type TaskOrigin = {
  by: 'user' | 'agent';
  /** The chat in which an agent made it. */
  session?: SessionId;
  /** It can be due again within an hour: an agent may not decide that alone. */
  isFrequent?: true;
  /** The sources of text from outside in that chat; absent: there was none. */
  outside?: readonly OutsideSource[];
};

/** Text from outside may be in its prompt, and the user has not accepted it. */
export function isPlanted({ origin, isAccepted }: Task): boolean {
  return origin.outside !== undefined && !isAccepted;
}

export type TaskClaim = {
  due: number;
  at: number;
  missed: number;
  session: SessionId;
  isExtra?: true;
  /** For a retry in the chat of earlier tries: the runs that the chat had before. */
  before?: readonly RunId[];
  /** The task was edited during the run: the result is stored, but does not change the task's next time. */
  isSuperseded?: true;
};

export type TaskResult = {
  /** When it was due, and when it began. */
  due: number;
  at: number;
  /** When it ended; absent in results of older versions. */
  ended?: number;
  /** How many later times passed until the run ended; they are skipped. */
  missed: number;
  /** The user ran it in addition to its schedule. */
  isExtra?: true;
  session?: SessionId;
  /** The task's runs in that chat, including failed tries; the user may have continued the chat. */
  runs?: readonly RunId[];
  /** The number of tries for this time, if there was more than one. */
  tries?: number;
  /** The usage of all tries, including that of their tools; absent: none. */
  spent?: Spent;
  /** Absent: it was completed. */
  failure?: TaskFailure;
  /** Heartbeat: it had nothing to report, and its chat was removed. */
  isQuiet?: true;
};

/** `not-begun`: its tab was closed before the run began. `chat-gone`: its chat was deleted during the run. */
export type TaskFailure =
  /** Heartbeat: its list is too large to be read. */
  | { type: 'list-large' }
  | Exclude<Outcome, { type: 'completed' } | { type: 'waiting' }>
  | { type: 'not-begun' }
  | { type: 'chat-gone' };

/** A task that is due or has run, but could not be stored, and why; storing is retried. */
export type StalledTask = { id: TaskId; error: ModelError };

/** The part of a result that a session created by the scheduler stores. */
export type ScheduledRun = Pick<TaskResult, 'due' | 'missed'> & { id: TaskId };

/** Without an id: a new task. */
export type TaskDraft = ScheduleInput & {
  id?: TaskId;
  /** Absent: the first line of the prompt. */
  name?: string;
  prompt: string;
  agent?: AgentId;
  model?: string;
  budget?: Budget;
};

export type HeartbeatSettings = {
  isOn: boolean;
  everyMinutes: number;
  /** Whole hours of the device's clock: the heartbeat runs from the first one until the second one. */
  fromHour: number;
  untilHour: number;
  /** Limit per day, for the heartbeat and the tasks that run with it. */
  budget: Budget;
  /** The agent that answers; absent: the everyday agent. */
  agent?: AgentId;
  /** Absent: the model of the agent. A small model suffices for most lists. */
  model?: string;
  /** The title of its chats, in the user's language; absent: in English. */
  title?: string;
};

/** The next time of the heartbeat, its last results and its list. */
export type HeartbeatState = {
  next: number | null;
  results: readonly TaskResult[];
  /** Spent today, including the tasks that run with it. */
  spent: Spent;
  /** The text of the list, if the user has not accepted it: the heartbeat does not use it. */
  waiting?: string;
  /** The list is too large to be read. */
  isListTooLarge?: true;
};

export type TaskSettings = {
  /** Off: nothing runs at a time, and the tools for tasks and alarms are not offered. */
  isOn: boolean;
  /** Whether a task waits for the user if text from outside was in the conversation that made it. */
  asksFirst: boolean;
  heartbeat: HeartbeatSettings;
};

export const defaultTaskSettings: TaskSettings = {
  isOn: true,
  asksFirst: true,
  heartbeat: {
    isOn: false,
    everyMinutes: 30,
    fromHour: 8,
    untilHour: 22,
    budget: { tokens: 1_000_000, cost: 0.5 },
  },
};

export const taskLimits = {
  tasks: 100,
  /** In all chats together: what a web page plants must not bury the tasks that the user wants to see. */
  waiting: 20,
  nameCharacters: 80,
  promptCharacters: 8_000,
  modelCharacters: 200,
  cronCharacters: 100,
  results: 10,
  /** Missed times are counted up to this number: each takes up to half a millisecond. */
  missed: 100,
  /** Exponential backoff: delay after the first failure, and longest delay. */
  retryMs: { least: 60_000, most: 3_600_000 },
  /** After this many consecutive failures, in about a day, a task runs at its own times only. */
  tries: 30,
  /** Largest list of the heartbeat; it is sanitized at each beat. */
  listBytes: 64_000,
  heartbeatMinutes: { least: 5, most: 240 },
};

/** The least and the greatest value of each field of a cron pattern; weekdays 0 and 7 are Sunday. */
export const cronRanges = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  weekday: [0, 7],
} as const;
export type CronField = keyof typeof cronRanges;

/** Why a schedule is invalid; `cron-minute`: that field is out of its range. */
export type ScheduleFault =
  'schedule-count' | 'at-form' | 'at-past' | 'cron-form' | `cron-${CronField}` | 'cron-never';

/** Why tasks were not changed; the page has a text for each. */
export type TaskErrorCode =
  | ScheduleFault
  | 'prompt-missing'
  | 'prompt-long'
  | 'limit'
  | 'gone'
  | 'agent-gone'
  | 'budget'
  | 'invalid'
  | 'settings'
  | 'off'
  | 'busy'
  | 'waiting'
  | 'changed'
  | 'only-user';

/** `message`: in English, for scripts and models. */
export type TaskError = { type: 'validation_error'; code: TaskErrorCode; message: string };
export type TaskAnswer<T> = { ok: true; value: T } | { ok: false; error: TaskError };
