/**
 * The active runs of this engine, and what counts against the budget of each: its own replies, what its tools were
 * charged for, and the same of the runs of conversations that were spawned below it.
 */
import type { Budget } from '#shared/agents/agent.ts';
import type { RunId, SessionId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import type { Held } from './reservations.ts';

/** `ancestors`: the conversations above that of the run. */
export type RunPlace = { session: SessionId; ancestors: readonly SessionId[]; budget: Budget };

/** What counts against a budget. */
export type Counted = { spent: Spent; budget: Budget };

export type OpenRuns = {
  /** Counts a run until the returned function is called. */
  open(run: RunId, spent: () => Spent, place?: RunPlace): () => void;
  /** What the replies of each run have cost. */
  active(): ReadonlyMap<RunId, Spent>;
  charge(run: RunId, spent: Spent): void;
  chargedTo(run: RunId): Spent;
  forget(run: RunId): void;
  budgetsOf(run: RunId, budget: Budget, held?: readonly Held[]): Counted[];
};

type OpenRun = { spent(): Spent; place: RunPlace | undefined };

const nothing: Spent = { tokens: 0, cost: 0 };

export function createOpenRuns(): OpenRuns {
  const open = new Map<RunId, OpenRun>();
  const charged = new Map<RunId, Spent>();
  /** What runs that have ended below a run spent. */
  const below = new Map<RunId, Spent>();
  const chargedTo = (run: RunId) => charged.get(run) ?? nothing;
  const ownOf = (run: RunId) => addSpent(open.get(run)?.spent() ?? nothing, chargedTo(run));

  function runsAbove(run: RunId): [RunId, RunPlace][] {
    const ancestors = open.get(run)?.place?.ancestors ?? [];
    return [...open].flatMap(([each, { place }]) =>
      place && ancestors.includes(place.session) ? [[each, place]] : [],
    );
  }

  function countedFor(run: RunId, held: readonly Held[]): Spent {
    const family = [run, ...[...open.keys()].filter((each) => runsAbove(each).some(([id]) => id === run))];
    return [
      below.get(run) ?? nothing,
      ...family.map(ownOf),
      ...held.flatMap((each) => (each.run && family.includes(each.run) ? [each.spent] : [])),
    ].reduce(addSpent, nothing);
  }

  function close(run: RunId): void {
    for (const [id] of runsAbove(run)) below.set(id, addSpent(below.get(id) ?? nothing, ownOf(run)));
    open.delete(run);
    below.delete(run);
  }

  return {
    open(run, spent, place) {
      open.set(run, { spent, place });
      return () => close(run);
    },
    active: () => new Map([...open].map(([run, { spent }]) => [run, spent()])),
    charge: (run, spent) => void charged.set(run, addSpent(chargedTo(run), spent)),
    chargedTo,
    forget: (run) => void charged.delete(run),
    budgetsOf: (run, budget, held = []) => [
      { spent: countedFor(run, held), budget },
      ...runsAbove(run).map(([id, place]) => ({ spent: countedFor(id, held), budget: place.budget })),
    ],
  };
}
