/** Prompts that run at set times, and the heartbeat: `api.tasks`. */
import type { AgentId, SessionId, TaskId } from '../ids.ts';
import type {
  HeartbeatSettings,
  HeartbeatState,
  ScheduleInput,
  StalledTask,
  Task,
  TaskAnswer,
  TaskDraft,
  TaskSettings,
} from '../tasks/task.ts';

export type TasksApi = {
  /** Those that wait for the user first, then the next one due. */
  list(): Promise<Task[]>;
  /** Adds a task, or changes the one with this id; exactly one of `at`, `cron` and `on_heartbeat` says when. */
  save(draft: TaskDraft): Promise<TaskAnswer<Task>>;
  /** Returns what was deleted, for `restore`. A run that goes on goes on. */
  remove(id: TaskId): Promise<Task | undefined>;
  /** Puts a deleted task back as it was. */
  restore(task: Task): Promise<TaskAnswer<Task>>;
  /**
   * Going on accepts a task that waits for the user, and plans it again: what passed meanwhile is not caught up. With
   * `seen`, only if the task still does what it did when it was shown.
   */
  pause(id: TaskId, isPaused: boolean, seen?: Task): Promise<TaskAnswer<Task>>;
  /** Runs it now, whatever its schedule, unless it waits for the user; resolves to the chat of the run once it begins. */
  run(id: TaskId): Promise<TaskAnswer<SessionId>>;
  /** When a schedule would be due next, in milliseconds since the epoch: five times, or as many as `most` says. */
  times(schedule: ScheduleInput, most?: number): Promise<TaskAnswer<number[]>>;
  /** When the heartbeat is due next, what came of the last ones, what it has spent today, and a list that waits. */
  heartbeat(): Promise<HeartbeatState>;
  /**
   * Has the heartbeat look at its list. False: `HEARTBEAT.md` does not say what is `shown`. With `before`, the text that
   * was changed into it, only if that had been accepted.
   */
  acceptList(shown: string, before?: string): Promise<boolean>;
  /** What is due or has run and could not be stored, as on a full disk, and why; it is tried again. */
  stalled(): Promise<StalledTask[]>;
  /** Looks whether anything is due; the page calls it when it becomes visible. */
  check(): Promise<void>;
  /** The settings; changes those that are given. */
  settings(change?: TaskSettingsChange): Promise<TaskAnswer<TaskSettings>>;
};

/** What is given is changed. Of the heartbeat, null is the everyday agent, and an empty model that of the agent. */
export type TaskSettingsChange = Partial<Omit<TaskSettings, 'heartbeat'>> & {
  heartbeat?: Partial<Omit<HeartbeatSettings, 'agent'>> & { agent?: AgentId | null };
};
