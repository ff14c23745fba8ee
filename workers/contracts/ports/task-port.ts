/** What the tools of tasks are given: the tasks, and who asks. */
import type { ScheduleInput, Task, TaskAnswer } from '#shared/tasks/task.ts';
import type { Budget } from '#shared/agents/agent.ts';
import type { MemoryWriter } from './memory-port.ts';

export type TaskWriter = Pick<MemoryWriter, 'agent' | 'session' | 'outside'>;

export type AgentTask = ScheduleInput & {
  prompt: string;
  name?: string | undefined;
  /** By its name or id; absent: the agent that asks. */
  agent?: string | undefined;
  model?: string | undefined;
  budget?: Budget | undefined;
};

/** Contract: what an agent may not decide alone waits for the user. */
export type TaskPort = {
  schedule(task: AgentTask, writer: TaskWriter): Promise<TaskAnswer<Task>>;
  /** The next one due first. */
  list(): Promise<readonly Task[]>;
  /** By its id or name; returns what was deleted. */
  cancel(task: string, writer: TaskWriter): Promise<TaskAnswer<Task>>;
};
