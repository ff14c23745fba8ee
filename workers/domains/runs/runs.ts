/** Runs: one per session across all tabs, begun by what the user says, taken over when their tab dies. */
import { newId, type RunId, type SessionId } from '#shared/ids.ts';
import type { ResumeChoice, RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { KeptInput, WaitingSends } from './waiting-sends.ts';
import { explainStorageError, type ActiveRun } from './run-lifecycle.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { findOpenRuns, readOpenRun } from './unfinished-runs.ts';
import { lockOf } from './run-lock.ts';
import { resumeRun, type ResumePorts, type ResumeWish } from './resume-runs.ts';
import { branchOf, failedReport, keepInput, startRun, type StartPorts } from './start-run.ts';

export type RunPorts = ResumePorts &
  StartPorts & {
    blobs: BlobStore;
    sessions: SessionStore;
    bus: Pick<EventBus, 'post' | 'announce'>;
    waitingSends: WaitingSends;
    /** The Web Lock this engine holds while it lives. */
    tab: string;
  };

export type Runs = {
  /** Resolves at the end of the run; never throws for an expected reason. During another run it waits for its end. */
  send(input: SendInput): Promise<RunReport>;
  /** Answers the last user message of the shown branch anew. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Goes on with a run that was left behind; without a choice it may wait for one. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Ends the run, and whatever waits for its end; true where the run is this tab's. */
  stop(session: SessionId): boolean;
  /** Ends a run that waits for an answer; nothing where there is none. */
  settle(session: SessionId): Promise<void>;
  /** Goes on with every run whose tab has died, and with what waited in such a tab. */
  adopt(): Promise<void>;
  /** The live view of a session that runs in this tab. */
  view(session: SessionId): SessionView | undefined;
};

type RunState = {
  active: Map<SessionId, ActiveRun>;
  /** Whatever was asked for and is not over, from the first moment: a stop ends it, also where it only waits. */
  asked: Map<SessionId, Set<AbortController>>;
  /** Sessions whose lock is being waited for, to look after what a dead tab left. */
  adopting: Set<SessionId>;
};

export function createRuns(ports: RunPorts): Runs {
  const state: RunState = { active: new Map(), asked: new Map(), adopting: new Set() };
  const { active, asked } = state;
  return {
    view: (session) => active.get(session)?.stream?.view(),
    stop(session) {
      asked.get(session)?.forEach((each) => each.abort());
      return active.has(session);
    },
    send: (input) => stoppable(input.session, state, (stop) => send(input, stop, state, ports)),
    regenerate: (session) => stoppable(session, state, (stop) => regenerate(session, stop, state, ports)),
    resume: (session, calls) =>
      stoppable(session, state, async (stop) => {
        const wish: ResumeWish = calls ? { calls } : {};
        const lead: Lead<RunReport | undefined> = (current) => goOn(session, wish, current, ports);
        const report = await ifLeft({ session, stop }, state, ports, lead);
        // What a dead tab left behind this run comes after it.
        if (report && report.outcome.type !== 'waiting') void adopt(state, ports);
        return report ?? failedReport(session, newId('run'), { type: 'nothing_to_resume' });
      }),
    async settle(session) {
      await ports.waitingSends.removeOf(session);
      await stoppable(session, state, (stop) => {
        const wish: ResumeWish = { end: { type: 'stopped' } };
        return ifLeft({ session, stop }, state, ports, (current) => goOn(session, wish, current, ports));
      });
    },
    adopt: () => adopt(state, ports),
  };
}

type Lead<T> = (current: ActiveRun) => Promise<T>;
type Asked = { session: SessionId; stop: AbortController };

/** Registered before anything is awaited: who says stop may be quicker than the first step. */
async function stoppable<T>(
  session: SessionId,
  { asked }: RunState,
  work: (stop: AbortController) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const others = asked.get(session) ?? new Set();
  asked.set(session, others.add(stop));
  try {
    return await work(stop);
  } finally {
    others.delete(stop);
    if (others.size === 0 && asked.get(session) === others) asked.delete(session);
  }
}

/** One run per session: whoever has the lock may begin or take over one. Undefined where somebody else has it. */
function ifIdle<T>(asked: Asked, state: RunState, lead: Lead<T>): Promise<T | undefined> {
  return navigator.locks.request(lockOf(asked.session), { ifAvailable: true }, async (lock) =>
    lock ? asActive(asked, state, lead) : undefined,
  );
}

/** Whoever asked what is to become of a run holds its lock a moment longer than the question takes to be answered. */
async function ifLeft<T>(
  asked: Asked,
  state: RunState,
  { journals }: RunPorts,
  lead: Lead<T | undefined>,
): Promise<T | undefined> {
  const led = await ifIdle(asked, state, lead);
  if (led) return led;
  const events = await readOpenRun(asked.session, journals);
  if (events.at(-1)?.type !== 'run-wait') return undefined;
  return navigator.locks.request(lockOf(asked.session), () => asActive(asked, state, lead));
}

async function asActive<T>({ session, stop }: Asked, { active }: RunState, lead: Lead<T>): Promise<T> {
  const current: ActiveRun = { stop };
  active.set(session, current);
  try {
    return await lead(current);
  } finally {
    active.delete(session);
  }
}

type Begin = { input: KeptInput; run: RunId; onBegun?: () => void };

async function regenerate(
  session: SessionId,
  stop: AbortController,
  state: RunState,
  ports: RunPorts,
): Promise<RunReport> {
  const run = newId('run');
  const { messages } = await branchOf(session, ports.sessions);
  const asked = messages.findLast(({ role }) => role === 'user');
  if (!asked) return failedReport(session, run, { type: 'no_message' });
  const input: KeptInput = { session, text: '', media: [], base: asked.id };
  const lead: Lead<RunReport> = (current) => begin({ input, run }, current, ports);
  return (await ifIdle({ session, stop }, state, lead)) ?? failedReport(session, run, { type: 'busy' });
}

async function send(
  given: SendInput,
  stop: AbortController,
  state: RunState,
  ports: RunPorts,
): Promise<RunReport> {
  const run = newId('run');
  const { session } = given;
  try {
    const input = await keepInput(given, ports.blobs);
    const lead: Lead<RunReport> = (current) => begin({ input, run }, current, ports);
    return (
      (await ifIdle({ session, stop }, state, lead)) ?? (await sendLater({ input, run }, stop, state, ports))
    );
  } catch (error) {
    return failedReport(session, run, explainStorageError(error));
  }
}

/** Behind the run that goes on, in whatever tab; stored until its own run has begun. */
async function sendLater(
  { input, run }: Begin,
  stop: AbortController,
  state: RunState,
  ports: RunPorts,
): Promise<RunReport> {
  const { session } = input;
  const { waitingSends, tab } = ports;
  const onBegun = () => void waitingSends.remove(run);
  try {
    await waitingSends.add({ id: run, tab, at: Date.now(), input });
    ports.bus.announce();
    return await navigator.locks.request(lockOf(session), { signal: stop.signal }, () =>
      asActive({ session, stop }, state, async (current) =>
        // Taken back meanwhile, as where its chat is being deleted.
        (await waitingSends.has(run))
          ? begin({ input, run, onBegun }, current, ports)
          : stoppedReport(session, run),
      ),
    );
  } catch (error) {
    if (!isName(error, 'AbortError')) throw error;
    return stoppedReport(session, run);
  } finally {
    await waitingSends.remove(run);
  }
}

/** For what was to wait, and was told not to. */
function stoppedReport(session: SessionId, run: RunId): RunReport {
  return { session, run, outcome: { type: 'stopped' }, text: '', calls: [] };
}

/** A run of its own, once what an earlier one left open is done with: resumed where it can be, settled where it asks. */
async function begin(
  { input, run, onBegun }: Begin,
  current: ActiveRun,
  ports: RunPorts,
): Promise<RunReport> {
  try {
    const left = await goOn(input.session, {}, current, ports);
    if (left?.outcome.type === 'waiting')
      await goOn(input.session, { end: { type: 'interrupted' } }, current, ports);
    if (current.stop.signal.aborted) return stoppedReport(input.session, run);
    return await startRun({ input, run }, current, ports, onBegun);
  } catch (error) {
    // Nothing was started, or it could not be saved; the page still has the text.
    return failedReport(input.session, run, explainStorageError(error));
  }
}

/** What the session's open run comes to; undefined where there is none. */
async function goOn(
  session: SessionId,
  wish: ResumeWish,
  current: ActiveRun,
  ports: RunPorts,
): Promise<RunReport | undefined> {
  const run = (await findOpenRuns(ports.journals)).get(session);
  return run && resumeRun(run, wish, current, ports);
}

async function adopt(state: RunState, ports: RunPorts): Promise<void> {
  const [open, orphans] = await Promise.all([findOpenRuns(ports.journals), findOrphans(ports)]);
  const sessions = new Set([...open.keys(), ...orphans.map(({ input }) => input.session)]);
  for (const session of sessions) {
    if (state.adopting.has(session)) continue;
    state.adopting.add(session);
    // Each in its own time: a run may take hours, and the next must not wait for it.
    void adoptSession(session, state, ports);
  }
}

/**
 * Waits for the lock instead of asking whether it is free: the locks of a dead tab are let go in any order, and the one
 * of its run may be the last.
 */
async function adoptSession(session: SessionId, state: RunState, ports: RunPorts): Promise<void> {
  try {
    await navigator.locks.request(lockOf(session), () => {
      state.adopting.delete(session);
      return stoppable(session, state, (stop) =>
        asActive({ session, stop }, state, async (current) => {
          const report = await goOn(session, {}, current, ports);
          if (report?.outcome.type === 'waiting') return;
          await sendOrphans(session, current, ports);
        }),
      );
    });
  } catch (error) {
    console.error(`A run of ${session} could not be taken over.`, error);
  }
}

/** What waited in tabs that are gone. */
async function findOrphans({ waitingSends, tab }: RunPorts) {
  const sends = await waitingSends.list();
  if (sends.length === 0) return [];
  const { held = [] } = await navigator.locks.query();
  const alive = new Set([tab, ...held.map(({ name }) => name)]);
  return sends.filter((each) => !alive.has(each.tab));
}

async function sendOrphans(session: SessionId, current: ActiveRun, ports: RunPorts): Promise<void> {
  for (const { id, input } of await findOrphans(ports)) {
    if (input.session !== session || current.stop.signal.aborted) continue;
    // Its tab may have died between the beginning of the run and the removal from here.
    const isDone = await ports.sessions.hasRun(id);
    const isGone = (await ports.sessions.get(session)) === undefined;
    if (!isDone && !isGone) await begin({ input, run: id }, current, ports);
    await ports.waitingSends.remove(id);
  }
}
