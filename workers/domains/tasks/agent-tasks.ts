/** The port of the task tools: a task that needs the user's consent is saved paused and waits. */
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { AgentId } from '#shared/ids.ts';
import type { Task, TaskAnswer, TaskDraft, TaskOrigin } from '#shared/tasks/task.ts';
import type { AgentTask, TaskPort, TaskWriter } from './task-port.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { fail, readWhen } from './check.ts';
import { isFrequent } from './schedule.ts';
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
    async cancel(wanted, writer) {
      if (isGuarded(writer)) return fail('only-user');
      const all = await store.list();
      const named = all.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
      const found = all.find(({ id }) => id === wanted.trim()) ?? (named.length === 1 ? named[0] : undefined);
      if (!found && named.length > 1) return ambiguous(named);
      const value = found && (await store.remove(found.id));
      return value ? { ok: true, value } : fail('gone');
    },
  };
}

function ambiguous(named: readonly Task[]): TaskAnswer<never> {
  const ids = named.map(({ id }) => id).join(', ');
  const message = `${named.length} tasks have this name: ${ids}. Name one of them by its id. Nothing was deleted.`;
  return { ok: false, error: { type: 'validation_error', code: 'invalid', message } };
}

/** False for an invalid schedule, which `save` refuses. */
function isTooOften(task: AgentTask, { now, timeZone }: Deps): boolean {
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
