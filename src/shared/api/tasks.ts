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
  /** Tasks that wait for the user first, then the others by their next time. Alarms are in `oneclaw.alarms`. */
  list(): Promise<Task[]>;
  /** Adds a task, or changes the one with this id; exactly one of `at`, `cron` and `on_heartbeat` says when. */
  save(draft: TaskDraft): Promise<TaskAnswer<Task>>;
  /** Deletes a task. Returns it, for `restore`. A run that is active continues. */
  remove(id: TaskId): Promise<Task | undefined>;
  /** Restores a deleted task as it was. */
  restore(task: Task): Promise<TaskAnswer<Task>>;
  /**
   * Pauses or continues a task. Continuing also accepts a task that waits for the user, and
   * computes its next time: times that passed meanwhile are not made up for. With `seen`, only if
   * the stored task still does the same as `seen`.
   */
  pause(id: TaskId, isPaused: boolean, seen?: Task): Promise<TaskAnswer<Task>>;
  /**
   * Runs a task now, whatever its schedule, unless it waits for the user. Resolves to the chat of
   * the run once the run begins.
   */
  run(id: TaskId): Promise<TaskAnswer<SessionId>>;
  /** The next times of a schedule, in milliseconds since the epoch: five, or as many as `most`. */
  times(schedule: ScheduleInput, most?: number): Promise<TaskAnswer<number[]>>;
  /**
   * The state of the heartbeat: its next time, its last results, what it has spent today, and a
   * list that waits for the user.
   */
  heartbeat(): Promise<HeartbeatState>;
  /**
   * Accepts the text of `HEARTBEAT.md` that the user was shown, so that the heartbeat uses it.
   * Returns false if the file does not contain `shown` any more. With `before`, the text from which
   * `shown` was edited, accepts only if that text had been accepted.
   */
  acceptList(shown: string, before?: string): Promise<boolean>;
  /**
   * Tasks that are due or have run, but could not be stored, such as on a full disk, and why.
   * Storing is retried.
   */
  stalled(): Promise<StalledTask[]>;
  /** Checks whether a task is due. The page calls it when it becomes visible. */
  check(): Promise<void>;
  /** Returns the settings, after changing those that are given. */
  settings(change?: TaskSettingsChange): Promise<TaskAnswer<TaskSettings>>;
};

/**
 * Only the given settings change. For the heartbeat, a null `agent` means the everyday agent, and
 * an empty `model` that of the agent.
 */
export type TaskSettingsChange = Partial<Omit<TaskSettings, 'heartbeat'>> & {
  heartbeat?: Partial<Omit<HeartbeatSettings, 'agent'>> & { agent?: AgentId | null };
};
