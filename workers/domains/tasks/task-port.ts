/** The port of the task tools. `writer` is the agent and conversation that call. */
import type { ScheduleInput, Task, TaskAnswer } from '#shared/tasks/task.ts';
import type { Budget } from '#shared/agents/agent.ts';
import type { CallWriter } from '#workers/contracts/engine-tool.ts';

export type TaskWriter = Pick<CallWriter, 'agent' | 'session' | 'outside'>;

export type TaskChange = Partial<AgentTask> & { paused?: boolean };

export type AgentTask = ScheduleInput & {
  prompt: string;
  name?: string | undefined;
  /** By its name or id; absent: the agent that asks. */
  agent?: string | undefined;
  model?: string | undefined;
  budget?: Budget | undefined;
};

/** Contract: a task that an agent may not schedule on its own waits for the user's consent, also as what
 * another task is changed to. Calls that text from outside may have caused neither change nor delete a task. */
export type TaskPort = {
  schedule(task: AgentTask, writer: TaskWriter): Promise<TaskAnswer<Task>>;
  /** Sorted by the time at which they are due. */
  list(): Promise<readonly Task[]>;
  /** Changes the task with this id or name; what is not named stays. */
  update(task: string, change: TaskChange, writer: TaskWriter): Promise<TaskAnswer<Task>>;
  /** The two times after its next one; none if it has none. */
  next(task: Task): readonly number[];
  /** Deletes the task with this id or name; returns the deleted task. */
  cancel(task: string, writer: TaskWriter): Promise<TaskAnswer<Task>>;
};
