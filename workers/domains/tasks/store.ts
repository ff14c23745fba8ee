/** Tasks in IndexedDB, for the user. Every change is one transaction: two tabs cannot overwrite each other's. */
import type { TasksApi } from '#shared/api/tasks.ts';
import { newId, type AgentId, type TaskId } from '#shared/ids.ts';
import {
  taskLimits,
  type Schedule,
  type Task,
  type TaskAnswer,
  type TaskDraft,
  type TaskOrigin,
} from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import type { Database } from '#workers/storage/database.ts';
import { isSame } from '../backup/record-list.ts';
import { fail, readTask, readWhen, type Fault, type TaskWords } from './check.ts';
import { nextAfter, nextTimes } from './schedule.ts';
import { isTask } from './shape.ts';

export type TaskStoreDeps = {
  database: Database;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The time zone of the device, which the user expects. */
  timeZone(): string;
  /** Called with the ids after each change. */
  changed(...ids: string[]): void;
  agents: { get(id: AgentId): Promise<object | undefined> };
};

export type TaskStore = Omit<TasksApi, 'run' | 'check' | 'stalled' | 'settings' | 'heartbeat' | 'acceptList'>;

/** The most times that `times` returns: it is for a list on a screen, and each time is computed. */
const maxTimes = 100;

export function createTaskStore(deps: TaskStoreDeps): TaskStore {
  const { database, now, timeZone } = deps;
  return {
    list: async () => (await listTasks(database)).toSorted(inOrder),
    save: (draft) => save(draft, { by: 'user' }, deps),
    remove: (id) => remove(id, deps),
    restore: (task) => restore(task, deps),
    pause: (id, isPaused, seen) => pause({ id, isPaused, seen }, deps),
    async times(schedule, most = 5) {
      const read = readWhen(schedule, { now: now(), timeZone: timeZone() });
      if (!read.ok) return read;
      const count = Math.max(0, Math.min(maxTimes, Math.trunc(most) || 0));
      return { ok: true, value: nextTimes(read.schedule, now(), count) };
    },
  };
}

/** All tasks, without the row of the heartbeat. */
export async function listTasks(database: Database): Promise<Task[]> {
  return (await database.getAll('tasks')).filter(({ id }) => id !== heartbeatId);
}

/** `isWaiting`: it is paused until the user accepts it. */
export async function save(
  draft: TaskDraft,
  origin: TaskOrigin,
  { database, now, timeZone, agents, changed }: TaskStoreDeps,
  isWaiting = false,
): Promise<TaskAnswer<Task>> {
  const clock = { now: now(), timeZone: timeZone() };
  // With `now: 0` no moment is in the past: that of an edited task may have passed. See `isPast` below.
  const read = readTask(draft, { ...clock, now: draft.id === undefined ? clock.now : 0 });
  if (!read.ok) return read;
  const { words } = read;
  const isZoneGiven = draft.time_zone !== undefined;
  if (words.agent !== undefined && !(await agents.get(words.agent))) return fail('agent-gone');
  const transaction = database.transaction('tasks', 'readwrite');
  const all = (await transaction.store.getAll()).filter(({ id }) => id !== heartbeatId);
  const known = all.find(({ id }) => id === draft.id);
  if (draft.id !== undefined && !known) return fail('gone');
  if (!known && isFull(all, isWaiting)) return fail('limit');
  const schedule = known ? asPlanned(words.schedule, known.schedule, isZoneGiven) : words.schedule;
  if (isPast(schedule, clock.now) && schedule !== known?.schedule) return readTask(draft, clock) as Fault;
  const task = known
    ? edited(known, { ...words, schedule }, clock.now)
    : created(words, origin, clock.now, isWaiting);
  await transaction.store.put(task);
  await transaction.done;
  changed(task.id);
  return { ok: true, value: task };
}

/** Keeps the stored schedule if it is unchanged: the form has neither time zone nor seconds. */
export function asPlanned(read: Schedule, known: Schedule, isZoneGiven: boolean): Schedule {
  if (read.type === 'once' && known.type === 'once')
    return minuteOf(read.at) === minuteOf(known.at) ? known : read;
  if (read.type !== 'cron' || known.type !== 'cron' || read.cron !== known.cron) return read;
  return isZoneGiven && read.timeZone !== known.timeZone ? read : known;
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000);
}

export function isPast(schedule: Schedule, now: number): boolean {
  return schedule.type === 'once' && schedule.at <= now;
}

/** Whether there is no room for another task, or for another one that waits. */
export function isFull(all: readonly Task[], isWaiting: boolean): boolean {
  if (all.length >= taskLimits.tasks) return true;
  return isWaiting && all.filter((task) => task.isWaiting).length >= taskLimits.waiting;
}

function created(words: TaskWords, origin: TaskOrigin, now: number, isWaiting: boolean): Task {
  return {
    ...{ id: newId('task'), ...words, origin, next: nextAfter(words.schedule, now) },
    ...{ failures: 0, results: [], created: now },
    ...(isWaiting ? { isPaused: true, isWaiting: true } : {}),
  };
}

/**
 * A saved task no longer waits, because the user has read it. With another schedule, or during a run, its
 * failures are forgotten.
 */
function edited(known: Task, words: TaskWords, now: number): Task {
  const { agent: _, model: __, budget: ___, isWaiting, running, ...kept } = known;
  const plan =
    words.schedule === known.schedule && !running ? planOf(known, now) : newPlan(words.schedule, now);
  const task: Task = {
    ...{ ...asRead(kept), ...words, ...plan },
    ...(running ? { running: { ...running, isSuperseded: true } } : {}),
  };
  return isWaiting ? resumed(task, now) : task;
}

async function remove(id: TaskId, { database, changed }: TaskStoreDeps): Promise<Task | undefined> {
  if (id === heartbeatId) return undefined;
  const transaction = database.transaction('tasks', 'readwrite');
  const known = await transaction.store.get(id);
  if (known) await transaction.store.delete(id);
  await transaction.done;
  if (known) changed(id);
  return known;
}

async function restore(
  task: Task,
  { database, changed }: Pick<TaskStoreDeps, 'database' | 'changed'>,
): Promise<TaskAnswer<Task>> {
  if (!isTask(task) || task.id === heartbeatId) return fail('invalid');
  const transaction = database.transaction('tasks', 'readwrite');
  const others = (await transaction.store.getAll()).filter(({ id }) => id !== task.id && id !== heartbeatId);
  if (others.length >= taskLimits.tasks) return fail('limit');
  await transaction.store.put(task);
  await transaction.done;
  changed(task.id);
  return { ok: true, value: task };
}

type Pausing = { id: TaskId; isPaused: boolean; seen: Task | undefined };

async function pause(
  { id, isPaused, seen }: Pausing,
  { database, changed, now }: TaskStoreDeps,
): Promise<TaskAnswer<Task>> {
  const transaction = database.transaction('tasks', 'readwrite');
  const known = await transaction.store.get(id);
  if (!known || id === heartbeatId) return fail('gone');
  if (seen && !isSame(orderOf(known), orderOf(seen))) return fail('changed');
  const task: Task = isPaused ? { ...known, isPaused: true } : resumed(known, now());
  await transaction.store.put(task);
  await transaction.done;
  changed(id);
  return { ok: true, value: task };
}

/** The fields that the user accepts. */
export function orderOf({ name, prompt, schedule, agent, model, budget }: Task) {
  return { name, prompt, schedule, agent, model, budget };
}

type Plan = Pick<Task, 'next' | 'failures'>;

export function newPlan(schedule: Schedule, now: number): Plan {
  return { next: nextAfter(schedule, now), failures: 0 };
}

/** Keeps a planned retry. */
export function planOf({ schedule, next, failures }: Task, now: number): Plan {
  return failures > 0 && next !== null ? { next, failures } : newPlan(schedule, now);
}

/**
 * Times that passed while the task was paused are not caught up. A single moment that has passed stays
 * missed, unless it was tried and failed: its retry stays planned, because such a task has no other time.
 */
function resumed({ isPaused: _, isWaiting, ...kept }: Task, now: number): Task {
  const task = isWaiting ? asRead(kept) : kept;
  const plan = task.schedule.type === 'once' ? planOf(task, now) : newPlan(task.schedule, now);
  return { ...task, ...plan };
}

/** Marks text from outside as accepted, because the user has read it. */
function asRead(task: Task): Task {
  return task.origin.outside ? { ...task, isAccepted: true } : task;
}

function inOrder(one: Task, other: Task): number {
  const place = ({ isWaiting, next }: Task) => (isWaiting ? -1 : (next ?? Infinity));
  const [first, second] = [place(one), place(other)];
  if (first !== second) return first < second ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
