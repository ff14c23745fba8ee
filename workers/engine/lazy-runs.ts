/** Runs, without their code until the first one begins or one was left behind: the first screen does not need it. */
import { newId } from '../../src/shared/ids.ts';
import type { RunPorts, Runs } from './runs.ts';

type LeftBehind = Pick<RunPorts, 'journals' | 'waitingSends'>;

/** `load` returns the same runs each time; one that failed may be called again. */
export function lazyRuns(ports: LeftBehind, load: () => Promise<Runs>): Runs {
  let runs: Runs | undefined;
  const open = async () => (runs = await load());
  return {
    view: (session) => runs?.view(session),
    stop: (session) => runs?.stop(session) ?? false,
    async send(input) {
      try {
        await open();
      } catch (error) {
        // Its code could not be loaded; the page still has the text.
        const detail = error instanceof Error ? error.message : String(error);
        const outcome = { type: 'failed', error: { type: 'internal', detail } } as const;
        return { session: input.session, run: newId('run'), outcome, text: '', calls: [] };
      }
      return (await open()).send(input);
    },
    regenerate: async (session) => (await open()).regenerate(session),
    resume: async (session, calls) => (await open()).resume(session, calls),
    settle: async (session) => (await open()).settle(session),
    async adopt() {
      if (runs || (await isAnythingLeft(ports))) await (await open()).adopt();
    },
  };
}

/** Runs that have a journal go on in some tab, or died with it; so did who sent what still waits. */
async function isAnythingLeft({ journals, waitingSends }: LeftBehind): Promise<boolean> {
  const { done = false } = await journals.keys().next();
  return !done || (await waitingSends.list()).length > 0;
}
