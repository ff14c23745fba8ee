/**
 * The heartbeat: looks from time to time whether there is anything to look at. What can be told without a model is told
 * without one, so an empty list costs nothing.
 */
import type { Budget } from '#shared/agents/agent.ts';
import { lowerBudget } from '#shared/agents/lower-budget.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import { textOf } from '#shared/conversation/message.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import type { HeartbeatSettings, HeartbeatState, Task } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import type { SessionId } from '#shared/ids.ts';
import { spentOn } from '#workers/agent/budget.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Ending } from './claims.ts';
import { endingOf, runTask, type TaskRunDeps } from './run-task.ts';

export const heartbeatFile = 'HEARTBEAT.md';
/** What a model answers that has nothing to tell. */
const quietAnswer = 'HEARTBEAT_OK';
const beatSetting = 'heartbeat';

export type HeartbeatDeps = TaskRunDeps & {
  settings(): HeartbeatSettings;
  /** The text of the list; '' without one. */
  readList(): Promise<string>;
  /** Files that were changed after this time. */
  countFiles(since: number): Promise<number>;
  /** Deletes the chat with everything that is kept for it. */
  removeSession(id: SessionId): Promise<void>;
  /** A beat has something to tell: the page notifies. */
  told(session: SessionId): void;
};

/** What is kept between beats: when the last one was, and what this day has cost. */
type BeatState = { looked: number; day: string; spent: Spent };

/** The first time that is so many minutes after `after`, and within the hours of the device's clock. */
export function nextBeat({ everyMinutes, fromHour, untilHour }: HeartbeatSettings, after: number): number {
  const at = new Date(after + everyMinutes * 60_000);
  const dayOf = (later: number) =>
    new Date(at.getFullYear(), at.getMonth(), at.getDate() + later, fromHour).getTime();
  if (at.getHours() < fromHour) return dayOf(0);
  return at.getHours() >= untilHour ? dayOf(1) : at.getTime();
}

/** Plans the next beat, also where the settings or the clock have changed since it was planned. */
export async function planBeat({ database, settings, now }: HeartbeatDeps): Promise<void> {
  const stored = await database.get('tasks', heartbeatId);
  if (stored && planned(stored, settings(), now()) === stored) return;
  const transaction = database.transaction('tasks', 'readwrite');
  const row = (await transaction.store.get(heartbeatId)) ?? newRow(now());
  await transaction.store.put(planned(row, settings(), now()));
  await transaction.done;
}

function planned(row: Task, settings: HeartbeatSettings, now: number): Task {
  const latest = nextBeat(settings, now);
  return row.next === null || row.next > latest ? { ...row, next: latest } : row;
}

function newRow(now: number): Task {
  return {
    ...{ id: heartbeatId, name: 'Heartbeat', prompt: quietAnswer, schedule: { type: 'heartbeat' } },
    ...{ origin: { by: 'user' }, next: null, failures: 0, results: [], created: now },
  };
}

/** False: another tab took it, or it is not due any more. */
export async function beat(deps: HeartbeatDeps): Promise<boolean> {
  const taken = await takeBeat(deps);
  if (!taken) return false;
  const { due, looked } = taken;
  const tasks = (await deps.database.getAll('tasks')).filter(isWithHeartbeat);
  const hasList = hasItems(await deps.readList());
  for (const { id, budget } of tasks) {
    const left = await budgetLeft(deps);
    if (!left) return true;
    await runTask(
      id,
      {
        occasion: { type: 'beat', due },
        input: { budget: lowerBudget(budget, left) },
        onEnded: (...run) => endTask(...run, deps),
      },
      deps,
    );
  }
  const left = hasList ? await budgetLeft(deps) : undefined;
  if (left)
    await runTask(
      heartbeatId,
      {
        occasion: { type: 'beat', due },
        input: { text: await promptFor(looked, deps), budget: left },
        onEnded: (...run) => endBeat(...run, deps),
      },
      deps,
    );
  return true;
}

function isWithHeartbeat({ id, schedule, isPaused }: Task): boolean {
  return id !== heartbeatId && schedule.type === 'heartbeat' && !isPaused;
}

/** Headings, comments and empty boxes are no items. */
export function hasItems(list: string): boolean {
  const lines = list.replaceAll(/<!--.*?(-->|$)/gs, '').split('\n');
  return lines.some((line) => !/^\s*(#.*|[-*+]?\s*(\[[ xX]?\])?\s*)$/.test(line));
}

/** One tab takes it: the next one is planned in the same transaction. A beat whose tab dies is not repeated. */
async function takeBeat({
  database,
  settings,
  now,
}: HeartbeatDeps): Promise<{ due: number; looked: number } | undefined> {
  const transaction = database.transaction(['tasks', 'settings'], 'readwrite', { durability: 'strict' });
  const [rows, store] = [transaction.objectStore('tasks'), transaction.objectStore('settings')];
  const row = await rows.get(heartbeatId);
  if (!row || row.next === null || row.next > now()) return undefined;
  const state = readState(await store.get(beatSetting), now());
  await Promise.all([
    rows.put({ ...row, next: nextBeat(settings(), now()) }),
    store.put({ ...state, looked: now() }, beatSetting),
    transaction.done,
  ]);
  return { due: row.next, looked: state.looked };
}

/**
 * The list itself is not in it: agents write it, too, so it is read by a tool, as text that the user may not have
 * written. The rest are numbers, which can hold no instruction.
 */
async function promptFor(since: number, { countFiles, database }: HeartbeatDeps): Promise<string> {
  const memories = await database.getAll('memories');
  const changed = memories.filter(({ updated, isWaiting }) => updated > since && !isWaiting).length;
  return [
    `This is a heartbeat: the user is not here. Read ${heartbeatFile} and look at what it lists.`,
    `Since the last heartbeat ${await countFiles(since)} files and ${changed} memories were changed.`,
    `If nothing needs the user, answer exactly ${quietAnswer}. Otherwise tell them in a few sentences.`,
  ].join('\n');
}

/** Its own chat stays, whatever it says. */
export async function endTask(session: SessionId, outcome: Outcome, deps: HeartbeatDeps): Promise<Ending> {
  await addCost(session, deps);
  return endingOf(session, outcome, deps);
}

export async function endBeat(session: SessionId, outcome: Outcome, deps: HeartbeatDeps): Promise<Ending> {
  await addCost(session, deps);
  const said = (await deps.sessions.messages(session)).findLast(({ role }) => role === 'assistant');
  if (outcome.type === 'completed' && said && isQuiet(textOf(said))) {
    await deps.removeSession(session);
    deps.sessionChanged(session);
    return { isQuiet: true };
  }
  deps.told(session);
  return endingOf(session, outcome, deps);
}

/** Also in quotes, bold or with a full stop. */
export function isQuiet(text: string): boolean {
  return /^[^\p{L}\p{N}]*HEARTBEAT_OK[^\p{L}\p{N}]*$/u.test(text);
}

async function addCost(session: SessionId, { database, sessions, now }: HeartbeatDeps): Promise<void> {
  // The chat is new with each beat.
  const spent = spentOn(await sessions.messages(session));
  const transaction = database.transaction('settings', 'readwrite');
  const state = readState(await transaction.store.get(beatSetting), now());
  await transaction.store.put({ ...state, spent: addSpent(state.spent, spent) }, beatSetting);
  await transaction.done;
}

export async function readBeats({ database, now }: HeartbeatDeps): Promise<HeartbeatState> {
  const [row, state] = await Promise.all([
    database.get('tasks', heartbeatId),
    database.get('settings', beatSetting),
  ]);
  return { next: row?.next ?? null, results: row?.results ?? [], spent: readState(state, now()).spent };
}

/** Undefined: the day's budget is used up. */
async function budgetLeft(deps: HeartbeatDeps): Promise<Budget | undefined> {
  const { tokens, cost } = deps.settings().budget;
  const { spent } = await readBeats(deps);
  const left: Budget = {
    ...(tokens === undefined ? {} : { tokens: tokens - spent.tokens }),
    ...(cost === undefined ? {} : { cost: cost - spent.cost }),
  };
  const isOver = [left.tokens, left.cost].some((each) => each !== undefined && each <= 0);
  return isOver ? undefined : left;
}

function readState(stored: Json | undefined, now: number): BeatState {
  const day = nameOfDay(new Date(now));
  const none = { tokens: 0, cost: 0 };
  if (!isJsonObject(stored)) return { looked: now, day, spent: none };
  const looked = typeof stored.looked === 'number' ? stored.looked : now;
  const { spent } = stored;
  if (stored.day !== day || !isJsonObject(spent)) return { looked, day, spent: none };
  const amount = (value: Json | undefined) => (typeof value === 'number' && value >= 0 ? value : 0);
  return { looked, day, spent: { tokens: amount(spent.tokens), cost: amount(spent.cost) } };
}
