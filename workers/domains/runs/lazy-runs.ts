/** Runs, without their code until the first one begins or one was left behind: the first screen does not need it. */
import { newId, type SessionId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { messageOf } from '#shared/message-of.ts';
import type { RunPorts, Runs } from './runs.ts';

type LeftBehind = Pick<RunPorts, 'journals' | 'waitingSends'>;

/** `load` returns the same runs each time; one that failed may be called again. */
export function lazyRuns(ports: LeftBehind, load: () => Promise<Runs>): Runs {
  let runs: Runs | undefined;
  const open = async () => (runs = await load());
  /** Runs that were asked for while the code is fetched: a stop counts from the call on. */
  const asked = new Set<{ session: SessionId; isStopped: boolean }>();

  async function begin(session: SessionId, act: (runs: Runs) => Promise<RunReport>): Promise<RunReport> {
    const own = { session, isStopped: false };
    asked.add(own);
    try {
      await open();
    } catch (error) {
      // Its code could not be loaded; the page still has the text.
      const detail = messageOf(error);
      return reportNone(session, { type: 'failed', error: { type: 'internal', detail } });
    } finally {
      asked.delete(own);
    }
    return own.isStopped || !runs ? reportNone(session, { type: 'stopped' }) : act(runs);
  }

  return {
    view: (session) => runs?.view(session),
    stop(session) {
      for (const each of asked) if (each.session === session) each.isStopped = true;
      return runs?.stop(session) ?? false;
    },
    send: (input) => begin(input.session, (loaded) => loaded.send(input)),
    regenerate: (session) => begin(session, (loaded) => loaded.regenerate(session)),
    resume: (session, calls) => begin(session, (loaded) => loaded.resume(session, calls)),
    settle: async (session) => (await open()).settle(session),
    async adopt() {
      if (runs || (await isAnythingLeft(ports))) await (await open()).adopt();
    },
  };
}

function reportNone(session: SessionId, outcome: Outcome): RunReport {
  return { session, run: newId('run'), outcome, text: '', calls: [] };
}

/** Runs that have a journal go on in some tab, or died with it; so did who sent what still waits. */
async function isAnythingLeft({ journals, waitingSends }: LeftBehind): Promise<boolean> {
  const { done = false } = await journals.keys().next();
  return !done || (await waitingSends.list()).length > 0;
}
