/**
 * The heartbeat: lets a model look at the list from time to time. Whether there is anything to look at is
 * decided without a model, so an empty list costs nothing, and an unchanged one little.
 */
import type { Budget } from '#shared/agents/agent.ts';
import { lowerBudget } from '#shared/agents/lower-budget.ts';
import type { SessionId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { taskLimits, type HeartbeatState, type Task } from '#shared/tasks/task.ts';
import { nextBeat, planned } from './beat-hours.ts';
import { heartbeatFile, readBeatList, type BeatList, type ListDeps } from './beat-list.ts';
import { saveReview, readBeatState } from './beat-state.ts';
import type { Ending } from './claims.ts';
import { endBeat, endTask, haveOnlyRead, quietAnswer, removeOldChats, type EndDeps } from './end-beat.ts';
import { runTask } from './run-task.ts';

export type HeartbeatDeps = EndDeps &
  ListDeps & {
    /** Files that were changed after this time. */
    countFiles(since: number): Promise<number>;
    /** The cost so far of a chat's unfinished run, in any tab. */
    spentSoFar(session: SessionId): Promise<Spent>;
    /** Returns the function that clears the timer. */
    setTimer(milliseconds: number, act: () => void): () => void;
  };

/** A run that asks the user may take all day; other runs of the beat wait at most so long for it. */
const longestTurnMs = 300_000;
/**
 * After this time the list is looked at even if nothing here has changed, because it can name things outside
 * of the app.
 */
const maxUnseenMs = 4 * 3_600_000;

const settingsOf = ({ allSettings }: HeartbeatDeps) => allSettings().heartbeat;

/** Plans the next beat, also if the settings or the clock have changed since it was planned. */
export async function planBeat(deps: HeartbeatDeps): Promise<void> {
  const { database, now } = deps;
  const stored = await database.get('tasks', heartbeatId);
  if (stored && planned(stored, settingsOf(deps), now()) === stored) return;
  const transaction = database.transaction('tasks', 'readwrite');
  const row = (await transaction.store.get(heartbeatId)) ?? newRow(now());
  await transaction.store.put(planned(row, settingsOf(deps), now()));
  await transaction.done;
}

function newRow(now: number): Task {
  return {
    ...{ id: heartbeatId, name: 'Heartbeat', prompt: quietAnswer, schedule: { type: 'heartbeat' } },
    ...{ origin: { by: 'user' }, next: null, failures: 0, results: [], created: now },
  };
}

/** False: another tab took it, or it is not due any more. */
export async function beat(deps: HeartbeatDeps): Promise<boolean> {
  const due = await takeBeat(deps);
  if (due === undefined) return false;
  const trigger = { type: 'beat', due } as const;
  for (const { id, budget } of (await deps.database.getAll('tasks')).filter(isWithHeartbeat)) {
    const left = await budgetLeft(deps);
    if (!left) return true;
    const input = { budget: lowerBudget(budget, left) };
    await awaitRun(runTask(id, { trigger, input, onEnded: (...run) => endTask(...run, deps) }, deps), deps);
  }
  const list = await dueListReview(due, deps);
  const left = list && (await budgetLeft(deps));
  if (list && left) await awaitRun(reviewList(list, { trigger, input: { budget: left } }, deps), deps);
  return true;
}

function isWithHeartbeat({ id, schedule, isPaused }: Task): boolean {
  return id !== heartbeatId && schedule.type === 'heartbeat' && !isPaused;
}

/** Waits for the run, at most `longestTurnMs`; then the next run begins, and this one continues. */
async function awaitRun(run: Promise<unknown>, { setTimer }: HeartbeatDeps): Promise<void> {
  await new Promise<void>((resolve) => {
    const clearTimer = setTimer(longestTurnMs, resolve);
    void run
      .catch((error: unknown) => console.error('A run of the heartbeat could not be done.', error))
      .then(() => (clearTimer(), resolve()));
  });
}

/**
 * Claims the due beat for this tab by planning the next one in the same transaction. A beat whose tab dies is
 * not repeated.
 */
async function takeBeat(deps: HeartbeatDeps): Promise<number | undefined> {
  const { database, now } = deps;
  const transaction = database.transaction('tasks', 'readwrite', { durability: 'strict' });
  const stored = await transaction.store.get(heartbeatId);
  const due = stored && planned(stored, settingsOf(deps), now()).next;
  if (!stored || due === undefined || due === null || due > now()) return undefined;
  // The name of the row is the title of the beat's chat; its agent and model answer there.
  const { title: name = 'Heartbeat', agent, model } = settingsOf(deps);
  const { agent: _, model: __, ...row } = stored;
  await transaction.store.put({
    ...{ ...row, name, next: nextBeat(settingsOf(deps), now()) },
    ...(agent ? { agent } : {}),
    ...(model ? { model } : {}),
  });
  await transaction.done;
  return due;
}

type RunHooks = Parameters<typeof runTask>[1];

type ListReview = BeatList & { since: number | undefined; files: number; memories: number };

/** Undefined: the list is empty, it waits for the user, or it was looked at and nothing has changed since. */
async function dueListReview(due: number, deps: HeartbeatDeps): Promise<ListReview | undefined> {
  const list = await readBeatList(deps);
  if (list === 'too-large') return void (await recordTooLargeList(due, deps));
  // The page shows that it waits.
  if (list?.isWaiting) deps.taskChanged(heartbeatId);
  if (!list || list.isWaiting) return undefined;
  const { looked } = await readBeatState(deps);
  const since = looked?.at;
  const [files, memories] = since === undefined ? [0, 0] : await countChanges(since, deps);
  const age = since === undefined ? Infinity : deps.now() - since;
  const isSeen = looked?.list === list.text && files + memories === 0 && age >= 0 && age < maxUnseenMs;
  return isSeen ? undefined : { ...list, since, files, memories };
}

/** Stores only one such result in a row, so that it does not push out the results of other beats. */
async function recordTooLargeList(due: number, { database, now, taskChanged }: HeartbeatDeps): Promise<void> {
  const transaction = database.transaction('tasks', 'readwrite');
  const row = await transaction.store.get(heartbeatId);
  if (!row) return;
  const [last, ...older] = row.results;
  const before = last?.failure?.type === 'list-large' ? older : row.results;
  const result = { due, at: now(), ended: now(), missed: 0, failure: { type: 'list-large' } } as const;
  await transaction.store.put({ ...row, results: [result, ...before].slice(0, taskLimits.results) });
  await transaction.done;
  taskChanged(heartbeatId);
}

async function countChanges(
  since: number,
  { database, countFiles }: HeartbeatDeps,
): Promise<[number, number]> {
  const memories = await database.getAll('memories');
  const changed = memories.filter(({ updated, isWaiting }) => updated > since && !isWaiting).length;
  return [await countFiles(since), changed];
}

async function reviewList(list: ListReview, hooks: RunHooks, deps: HeartbeatDeps): Promise<void> {
  const at = deps.now();
  const onEnded = (...run: Parameters<NonNullable<RunHooks['onEnded']>>): Promise<Ending> =>
    endBeat(...run, deps);
  const input = { ...hooks.input, text: promptFor(list) };
  const ending = await runTask(heartbeatId, { ...hooks, input, onEnded }, deps);
  if (!ending) return;
  if (!ending.failure) await saveReview({ at: await changesFrom(at, ending, deps), list: list.text }, deps);
  await removeOldChats(deps);
}

/**
 * The time from which changes count for the next beat: the start of a beat that only read; otherwise its end,
 * because its own writes do not count.
 */
async function changesFrom(
  begun: number,
  { session }: Ending,
  { sessions, now }: HeartbeatDeps,
): Promise<number> {
  return session && haveOnlyRead(await sessions.messages(session)) ? begun : now();
}

/**
 * A list that the user accepted counts as their own message, so its text is sent. Any other is read by a
 * tool, as text that the user may not have written. The rest are numbers, which cannot contain instructions.
 */
function promptFor({ text, isAccepted, since, files, memories }: ListReview): string {
  return [
    'This is a heartbeat: the user is not here.',
    isAccepted
      ? `Look at what their list says:\n\n${text}\n`
      : `Read ${heartbeatFile} and look at what it lists.`,
    ...(since === undefined
      ? []
      : [`Since the last look ${files} files and ${memories} memories were changed.`]),
    `If nothing needs the user, answer exactly ${quietAnswer}. Otherwise tell them in a few sentences.`,
  ].join('\n');
}

export async function readBeats(deps: HeartbeatDeps): Promise<HeartbeatState> {
  const [row, { spent }] = await Promise.all([deps.database.get('tasks', heartbeatId), readBeatState(deps)]);
  return { next: row?.next ?? null, results: row?.results ?? [], spent };
}

/** Undefined: the day's budget is used up, also by runs that are not over. */
async function budgetLeft(deps: HeartbeatDeps): Promise<Budget | undefined> {
  const { tokens, cost } = settingsOf(deps).budget;
  const spent = await spentToday(deps);
  const left: Budget = {
    ...(tokens === undefined ? {} : { tokens: tokens - spent.tokens }),
    ...(cost === undefined ? {} : { cost: cost - spent.cost }),
  };
  const isOver = [left.tokens, left.cost].some((each) => each !== undefined && each <= 0);
  return isOver ? undefined : left;
}

async function spentToday(deps: HeartbeatDeps): Promise<Spent> {
  const running = (await deps.database.getAll('tasks')).flatMap(({ schedule, running: claim }) =>
    claim && schedule.type === 'heartbeat' ? [claim.session] : [],
  );
  const open = await Promise.all(running.map(deps.spentSoFar));
  return open.reduce(addSpent, (await readBeatState(deps)).spent);
}
