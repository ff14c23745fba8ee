/** Tasks with a real database, a clock and timers that the test controls, and runs with scripted ends. */
import 'fake-indexeddb/auto';
import { newId, type SessionId } from '#shared/ids.ts';
import type { CallPart, Message } from '#shared/conversation/message.ts';
import type { RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { taskLimits, type Task, type TaskDraft } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { spentOn } from '#workers/agent/budget.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { openTasks } from '#workers/domains/tasks/open-tasks.ts';
import { openTaskSwitch } from '#workers/domains/tasks/settings.ts';
import { call, message, text } from '#tests/fixtures/worlds/messages.ts';

let databases = 0;

const nothing = { tokens: 0, cost: 0 };

type Timer = { at: number; act: () => void };
/**
 * `dies`: the tab is closed during the run; `held`: ends when the test says so; `unstored`: ends while the
 * disk is full.
 */
export type RunEnd = Outcome['type'] | 'dies' | 'held' | 'offline' | 'bad-key' | 'unstored';
/** The content of a run's journal; with `outcome`, the run has ended. */
type Journal = { messages: readonly Message[]; outcome?: Outcome };

/** One device with its database, clock and locks, and any number of tabs. */
export async function createTaskWorld(startedAt: number) {
  const database = await openDatabase({ name: `tasks-${++databases}` });
  const sessions = createSessionStore(database);
  const agents = createAgentStore(database);
  const settings = await openTaskSwitch(database);
  const clock = { now: startedAt, timeZone: 'UTC' };
  const timers = new Set<Timer>();
  const locks = new Map<string, string>();
  const unfinished = new Map<SessionId, Journal>();
  const held: { input: SendInput; resolve: (report: RunReport) => void }[] = [];
  /** `isTight`: too full for runs but not for tasks. `tries`: number of writes while it is full. */
  const disk = { isFull: false, isTight: false, tries: 0, adoptions: 0 };
  const guarded = new Proxy(database, {
    get(target, key): unknown {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'transaction') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (...given: Parameters<Database['transaction']>) => {
        if (disk.isFull && given[1] === 'readwrite') {
          disk.tries++;
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
        return target.transaction(...given);
      };
    },
  });
  /** The list of the heartbeat, and the scripted behaviour of its model. */
  const beats = {
    ...{ list: '', answer: 'HEARTBEAT_OK', cost: 0.01, files: 2 },
    /** The tools that the model calls. */
    calls: [] as (string | Pick<CallPart, 'name' | 'arguments'>)[],
    /** The times at which further files were changed. */
    written: [] as number[],
    /** Cost in US dollars that its tools add. */
    charged: 0,
    /** Chats in which the user has written a message meanwhile. */
    queued: new Set<SessionId>(),
  };
  const sent: SendInput[] = [];
  /** The ends of the next runs in order; further runs complete. */
  const ends: RunEnd[] = [];
  let tabs = 0;

  async function endRun(input: SendInput, outcome: Outcome): Promise<RunReport> {
    const run = newId('run');
    const times = { startedAt: clock.now, endedAt: clock.now };
    const { messages = [] } = unfinished.get(input.session) ?? {};
    const charged = beats.charged > 0 ? { charged: { tokens: 0, cost: beats.charged } } : {};
    const ended = { id: run, session: input.session, ...times, outcome, ...charged };
    const own = messages.map((each) => ({ ...each, run }));
    await sessions.commitRun(ended, own, nothing);
    unfinished.delete(input.session);
    return { session: input.session, run, outcome, text: 'Done.', calls: [] };
  }

  async function send(input: SendInput): Promise<RunReport> {
    sent.push(input);
    const end = ends.shift() ?? 'completed';
    const own = { session: input.session, at: clock.now };
    const calls = beats.calls.map((each, at) =>
      call(`call_${at}`, typeof each === 'string' ? { name: each } : each),
    );
    const spent = { usage: { inputTokens: 100, outputTokens: 10 }, cost: beats.cost };
    const messages = [
      message(newId('message'), 'user', [text('Do it.')], own),
      message(newId('message'), 'assistant', [...calls, text(beats.answer)], { ...own, ...spent }),
    ];
    unfinished.set(input.session, { messages });
    if (end === 'dies') return new Promise(() => undefined);
    if (end === 'held') return new Promise((resolve) => held.push({ input, resolve }));
    if (end === 'unstored') {
      disk.isTight = true;
      unfinished.set(input.session, { messages, outcome: { type: 'completed' } });
      const outcome: Outcome = { type: 'failed', error: { type: 'storage_full' } };
      return { session: input.session, run: newId('run'), outcome, text: '', calls: [] };
    }
    if (end === 'offline') return endRun(input, { type: 'failed', error: { type: 'offline' } });
    if (end === 'bad-key') return endRun(input, { type: 'failed', error: { type: 'bad_key' } });
    return endRun(input, { type: end } as Outcome);
  }

  /** Stores the outcomes of ended runs, if there is room. */
  async function takeOverRuns(): Promise<void> {
    disk.adoptions++;
    for (const [session, { outcome }] of unfinished)
      if (outcome && !disk.isTight) await endRun({ session, text: '' }, outcome);
  }

  function openTab(change: { send?: (input: SendInput) => Promise<RunReport> } = {}) {
    const tab = `tab-${++tabs}`;
    const own = new Set<Timer>();
    const changes: string[] = [];
    const tasks = openTasks({
      ...{ database: guarded, sessions, agents, settings, send, takeOverRuns },
      now: () => clock.now,
      timeZone: () => clock.timeZone,
      setTimer(milliseconds, act) {
        const timer = { at: clock.now + milliseconds, act };
        timers.add(timer);
        own.add(timer);
        return () => void timers.delete(timer);
      },
      unfinished: async () => unfinished,
      async ifFree(name, work) {
        if (locks.has(name)) return work(false);
        locks.set(name, tab);
        try {
          return await work(true);
        } finally {
          if (locks.get(name) === tab) locks.delete(name);
        }
      },
      post: (...ids) => void changes.push(...ids),
      readList: async () => (beats.list.length > taskLimits.listBytes ? undefined : beats.list),
      countFiles: async (since) => beats.files + beats.written.filter((at) => at > since).length,
      isQueued: async (id) => beats.queued.has(id),
      spentSoFar: async (id) => spentOn(unfinished.get(id)?.messages ?? []),
      removeSession: (id) => sessions.remove(id),
      sessionChanged: () => undefined,
      ...change,
    });
    return {
      ...tasks,
      changes,
      /** Closes the tab: its timers and locks are released, its runs stay unfinished. */
      close() {
        tasks.stop();
        for (const timer of own) timers.delete(timer);
        for (const [name, holder] of locks) if (holder === tab) locks.delete(name);
      },
    };
  }
  type Tab = ReturnType<typeof openTab>;

  return {
    ...{ beats, database, disk, sessions, agents, settings, clock, sent, ends, unfinished, openTab, send },
    timers: () => [...timers].map(({ at }) => at - clock.now).toSorted((one, other) => one - other),
    /** Advances the clock minute by minute, and runs the timers that become due. */
    async pass(minutes: number): Promise<void> {
      const end = clock.now + minutes * 60_000;
      while (clock.now < end) {
        clock.now = Math.min(end, clock.now + 60_000);
        for (const timer of [...timers].filter(({ at }) => at <= clock.now)) {
          timers.delete(timer);
          timer.act();
        }
        await settled();
      }
    },
    /** Sets the clock; tabs notice it at their next check. */
    async jump(to: number, ...noticing: Tab[]): Promise<void> {
      clock.now = to;
      for (const tab of noticing) await tab.check();
      await settled();
    },
    /** Ends the oldest held run. */
    async end(outcome: Outcome): Promise<void> {
      const run = held.shift();
      if (!run) throw new Error('No run is held.');
      run.resolve(await endRun(run.input, outcome));
      await settled();
    },
    /** Ends a run that another tab has resumed. */
    async resumed(session: SessionId, outcome: Outcome): Promise<void> {
      await endRun({ session, text: '' }, outcome);
    },
    task: async (): Promise<Task> => {
      const [task] = (await database.getAll('tasks')).filter(({ id }) => id !== heartbeatId);
      if (!task) throw new Error('There is no task.');
      return task;
    },
  };
}

/** Waits until the database and everything that waits for it are idle: each request takes one macrotask. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export type TaskWorld = Awaited<ReturnType<typeof createTaskWorld>>;

export async function saved(
  { store }: Pick<ReturnType<TaskWorld['openTab']>, 'store'>,
  draft: Partial<TaskDraft> = {},
): Promise<Task> {
  const hasTime = 'at' in draft || 'cron' in draft || 'on_heartbeat' in draft;
  const answer = await store.save({
    ...{ name: 'News', prompt: 'What is new?' },
    ...(hasTime ? {} : { cron: '0 8 * * *' }),
    ...draft,
  });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
