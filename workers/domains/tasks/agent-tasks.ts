/** The port of the task tools: a task that needs the user's consent is saved paused and waits. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { AgentId } from '#shared/ids.ts';
import type { ScheduleInput, Task, TaskAnswer, TaskDraft, TaskOrigin } from '#shared/tasks/task.ts';
import type { AgentTask, TaskPort, TaskWriter } from './task-port.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { fail, readWhen } from './check.ts';
import { changeTask, isMaterial, isScheduled } from './change-task.ts';
import { isFrequent, nextTimes } from './schedule.ts';
import type { TaskSwitch } from './settings.ts';
import { save, type TaskStore, type TaskStoreDeps } from './store.ts';

/** How many sources of outside text a task names. */
const maxSources = 5;

type Deps = TaskStoreDeps & {
  store: Pick<TaskStore, 'list' | 'remove'>;
  settings: Pick<TaskSwitch, 'get'>;
  allAgents(): Promise<readonly Agent[]>;
  sessions: Pick<SessionStore, 'get'>;
};

export function createAgentTasks(deps: Deps): TaskPort {
  const { store, settings, sessions } = deps;
  const isGuarded = ({ outside }: TaskWriter) => outside.length > 0 && settings.get().asksFirst;

  /**
   * Whether the task needs the user's consent: another agent may be allowed more, a scheduled run could
   * schedule further ones endlessly, and frequent runs cost many requests.
   */
  async function mustWait(
    writer: TaskWriter,
    agent: AgentId | undefined,
    isOften: boolean,
  ): Promise<boolean> {
    if (isOften) return true;
    if (isGuarded(writer) || (agent ?? defaultAgent.id) !== (writer.agent ?? defaultAgent.id)) return true;
    return writer.session !== undefined && (await sessions.get(writer.session))?.task !== undefined;
  }

  return {
    list: store.list,
    async schedule(task, writer) {
      const agent = task.agent ? findAgent(await deps.allAgents(), task.agent) : writer.agent;
      if (task.agent && !agent) return fail('agent-gone');
      const isOften = isTooOften(task, deps);
      const isWaiting = await mustWait(writer, agent, isOften);
      return save(draftOf(task, agent), originOf(writer, isOften), deps, isWaiting);
    },
    async update(wanted, change, writer) {
      if (isGuarded(writer)) return fail('only-user');
      const known = findTask(await store.list(), wanted);
      if (!known) return fail('gone');
      if (Array.isArray(known)) return ambiguous(known, 'changed');
      if (known.isWaiting && change.paused === false) return fail('waiting');
      const agent = change.agent ? findAgent(await deps.allAgents(), change.agent) : known.agent;
      if (change.agent && !agent) return fail('agent-gone');
      const isOften = isScheduled(change) && isTooOften(change, deps);
      const isWaiting =
        known.isWaiting === true || (isMaterial(change) && (await mustWait(writer, agent, isOften)));
      return changeTask(known, { change, agent, isWaiting, origin: originOf(writer, isOften) }, deps);
    },
    next: ({ schedule, next }) => (next === null ? [] : nextTimes(schedule, next, 2)),
    async cancel(wanted, writer) {
      if (isGuarded(writer)) return fail('only-user');
      const found = findTask(await store.list(), wanted);
      if (Array.isArray(found)) return ambiguous(found, 'deleted');
      const value = found && (await store.remove(found.id));
      return value ? { ok: true, value } : fail('gone');
    },
  };
}

/** The task with this id or name, or all that have the name. */
function findTask(all: readonly Task[], wanted: string): Task | Task[] | undefined {
  const named = all.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  const byId = all.find(({ id }) => id === wanted.trim());
  return byId ?? (named.length > 1 ? named : named[0]);
}

function ambiguous(named: readonly Task[], done: 'changed' | 'deleted'): TaskAnswer<never> {
  const ids = named.map(({ id }) => id).join(', ');
  const message = `${named.length} tasks have this name: ${ids}. Name one of them by its id. Nothing was ${done}.`;
  return { ok: false, error: { type: 'validation_error', code: 'invalid', message } };
}

/** False for an invalid schedule, which `save` refuses. */
function isTooOften(task: ScheduleInput, { now, timeZone }: Deps): boolean {
  const read = readWhen({ ...task }, { now: now(), timeZone: timeZone() });
  return read.ok && isFrequent(read.schedule, now());
}

function findAgent(agents: readonly Agent[], wanted: string): AgentId | undefined {
  const name = wanted.trim().toLowerCase();
  return agents.find((agent) => agent.id === wanted || agent.name.toLowerCase() === name)?.id;
}

function draftOf(
  { prompt, at, cron, on_heartbeat, name, model, budget }: AgentTask,
  agent?: AgentId,
): TaskDraft {
  return {
    prompt,
    ...(at === undefined ? {} : { at }),
    ...(cron === undefined ? {} : { cron }),
    ...(on_heartbeat === undefined ? {} : { on_heartbeat }),
    ...(name === undefined ? {} : { name }),
    ...(model === undefined ? {} : { model }),
    ...(budget === undefined ? {} : { budget }),
    ...(agent ? { agent } : {}),
  };
}

function originOf({ session, outside }: TaskWriter, isOften: boolean): TaskOrigin {
  return {
    by: 'agent',
    ...(session ? { session } : {}),
    ...(isOften ? { isFrequent: true } : {}),
    ...(outside.length > 0 ? { outside: outside.slice(-maxSources) } : {}),
  };
}
