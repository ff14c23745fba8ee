/** Loads the code of runs at the first run, or if one was left unfinished: the first screen does not need it. */
import { newId, type SessionId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { messageOf } from '#shared/message-of.ts';
import type { RunDeps, Runs } from './runs.ts';

type LeftoverDeps = Pick<RunDeps, 'journals' | 'waitingSends'>;

/** `load` is memoized; after a failure it may be called again. */
export function lazyRuns(deps: LeftoverDeps, load: () => Promise<Runs>): Runs {
  let runs: Runs | undefined;
  const open = async () => (runs = await load());
  /** Requests made while the code loads: a stop counts from the call on. */
  const loading = new Set<{ session: SessionId; isStopped: boolean }>();

  async function whenLoaded(session: SessionId, act: (runs: Runs) => Promise<RunReport>): Promise<RunReport> {
    const own = { session, isStopped: false };
    loading.add(own);
    try {
      await open();
    } catch (error) {
      // The page still has the text.
      return emptyReport(session, { type: 'failed', error: { type: 'internal', detail: messageOf(error) } });
    } finally {
      loading.delete(own);
    }
    return own.isStopped || !runs ? emptyReport(session, { type: 'stopped' }) : act(runs);
  }

  return {
    view: (session) => runs?.view(session),
    stop(session) {
      for (const each of loading) if (each.session === session) each.isStopped = true;
      return runs?.stop(session) ?? false;
    },
    send: (input) => whenLoaded(input.session, (loaded) => loaded.send(input)),
    regenerate: (session) => whenLoaded(session, (loaded) => loaded.regenerate(session)),
    resume: (session, calls) => whenLoaded(session, (loaded) => loaded.resume(session, calls)),
    endWaiting: async (session) => (await open()).endWaiting(session),
    async adopt() {
      if (runs || (await isAnythingLeft(deps))) await (await open()).adopt();
    },
  };
}

function emptyReport(session: SessionId, outcome: Outcome): RunReport {
  return { session, run: newId('run'), outcome, text: '', calls: [] };
}

/** A journal or a waiting message belongs to another tab, or to one that died. */
async function isAnythingLeft({ journals, waitingSends }: LeftoverDeps): Promise<boolean> {
  const { done = false } = await journals.keys().next();
  return !done || (await waitingSends.list()).length > 0;
}
