/** A task: a prompt that an agent answers at a time, in a chat of its own, and how its last runs ended. */
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
  /** Of each due time, all its tries together; that of the agent holds for each run as well. */
  budget?: Budget;
  isPaused?: true;
  /** An agent made it where it may not decide alone: it is paused until the user accepts it. */
  isWaiting?: true;
  /** The user read and accepted what was written beside text from outside. */
  isAccepted?: true;
  origin: TaskOrigin;
  /** When it runs next, in milliseconds since the epoch; null: never again by itself. */
  next: number | null;
  /** Claimed by a tab: written before its run begins, and gone once the result is there. */
  running?: TaskClaim;
  /** Runs in a row that failed, other than by the user or a limit. */
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
  /** Where text from outside came from that was in that chat; absent: there was none. */
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
  /** The runs of the chat, where it is that of tries that failed. */
  before?: readonly RunId[];
  /** The task was edited meanwhile: what comes of this run does not plan it. */
  isSuperseded?: true;
};

export type TaskResult = {
  /** When it was due, and when it began. */
  due: number;
  at: number;
  /** When it ended; absent in results of older versions. */
  ended?: number;
  /** How many times after it passed, until the end of this run; they are not run. */
  missed: number;
  /** The user ran it beside its plan, which it leaves as it is. */
  isExtra?: true;
  session?: SessionId;
  /** What the task has run in that chat, the tries that failed included; the user may have gone on there. */
  runs?: readonly RunId[];
  /** How often it was tried for this time, where it failed more than once. */
  tries?: number;
  /** What all tries have cost, with what their tools spent; absent: nothing. */
  spent?: Spent;
  /** Absent: it was completed. */
  failure?: TaskFailure;
  /** Of the heartbeat: there was nothing to tell, and its chat was removed. */
  isQuiet?: true;
};

/** `not-begun`: its tab was closed before the run began. `chat-gone`: its chat was deleted during the run. */
export type TaskFailure =
  /** Of the heartbeat: its list is too large to be looked at. */
  | { type: 'list-large' }
  | Exclude<Outcome, { type: 'completed' } | { type: 'waiting' }>
  | { type: 'not-begun' }
  | { type: 'chat-gone' };

/** A task that is due, or has run, of which this could not be stored: it is tried again. */
export type StalledTask = { id: TaskId; error: ModelError };

/** As a session keeps it: the scheduler made it. */
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
  /** Whole hours of the device's clock: from this one on, and until that one. */
  fromHour: number;
  untilHour: number;
  /** Of a day, for the heartbeat and what runs with it. */
  budget: Budget;
  /** Who answers; absent: the everyday agent. */
  agent?: AgentId;
  /** Absent: that of the agent. A small one will do for most lists. */
  model?: string;
  /** Of its chats, in the user's language; absent: in English. */
  title?: string;
};

/** What came of the heartbeat. */
export type HeartbeatState = {
  next: number | null;
  results: readonly TaskResult[];
  /** Today, with what runs with it. */
  spent: Spent;
  /** The text of its list that the user has not accepted: the heartbeat does not look at it. */
  waiting?: string;
  /** Its list is too large to be looked at. */
  isListTooLarge?: true;
};

export type TaskSettings = {
  /** Off: nothing runs at a time, and the tools for it do not exist. */
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
  /** Of all chats: what a page plants must not bury what the user wants to see. */
  waiting: 20,
  nameCharacters: 80,
  promptCharacters: 8_000,
  modelCharacters: 200,
  cronCharacters: 100,
  results: 10,
  /** Counting ends there: each takes up to half a millisecond. */
  missed: 100,
  /** After the first failure, doubled by each that follows. */
  retryMs: { least: 60_000, most: 3_600_000 },
  /** In about a day. After that many failures in a row it runs at its own times only. */
  tries: 30,
  /** Of the list of the heartbeat, which is cleaned at each look. */
  listBytes: 64_000,
  heartbeatMinutes: { least: 5, most: 240 },
};

/** What is wrong with a schedule. */
export type ScheduleFault = 'schedule-count' | 'at-form' | 'at-past' | 'cron-form' | 'cron-never';

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
